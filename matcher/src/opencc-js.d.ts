/** Pairs "traditional simplified" with bars between them. */
declare module 'opencc-js/dict/TSCharacters' {
  const pairs: string
  export default pairs
}
