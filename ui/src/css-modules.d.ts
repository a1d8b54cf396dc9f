declare module '*.module.css' {
  const classes: Readonly<Record<string, string>>
  // oxlint-disable-next-line import/no-default-export -- a CSS module has no other shape
  export default classes
}

declare module '*.css'

declare module '*?raw' {
  const text: string
  // oxlint-disable-next-line import/no-default-export -- a raw file has no other shape
  export default text
}
