/** The product's typeface for the hosted pages, which load no bundle: the letters of Latin alphabets. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'

const here = createRequire(import.meta.url)

const subsets = [
  ['latin', 'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122'],
  ['latin-ext', 'U+0100-0130,U+0132-0151,U+0154-02BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0'],
] as const

const pathOf = (subset: string) => `/login-${subset}.woff2`

/** Each file by its path, read when it is first asked for. */
export const hostedFonts: ReadonlyMap<string, () => Promise<Buffer>> = new Map(
  subsets.map(([subset]) => {
    let file: Promise<Buffer> | undefined
    const name = `@fontsource-variable/inter/files/inter-${subset}-wght-normal.woff2`
    return [pathOf(subset), () => (file ??= readFile(here.resolve(name)))]
  }),
)

export const fontFaces = subsets
  .map(
    ([
      subset,
      range,
    ]) => `@font-face { font-family: 'Inter Variable'; font-display: swap; font-weight: 100 900;
  src: url(${pathOf(subset)}) format('woff2'); unicode-range: ${range}; }`,
  )
  .join('\n')
