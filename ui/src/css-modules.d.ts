declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // oxlint-disable-next-line import/no-default-export -- a CSS module has only a default export
  export default classes
}

declare module '*.css'
