import { globSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asideVectors } from '@verbatim/reference/aside-vectors.ts'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { expect, test } from 'vitest'

/*
 * Every vector of the reference is taken by a test, or is set aside with its reason: a test takes all vectors of the kinds that it
 * names to `sharedVectors`.
 */

interface Vector {
  readonly id: string
  readonly kind: string
  readonly input: { readonly file?: string }
}

const folder = sharedFile('reference/channels/vectors')
const sources = fileURLToPath(new URL('..', import.meta.url))

/** `file kind` of all that tests ask for, and `file` of the results. */
function taken(): ReadonlySet<string> {
  const found = new Set<string>()
  for (const name of globSync('**/*.test.ts', { cwd: sources })) {
    const code = readFileSync(`${sources}${name}`, 'utf8')
    for (const [, asked = ''] of code.matchAll(/\bsharedVectors(?:<\w+>)?\(([^)]*)\)/g)) {
      const [file, ...kinds] = [...asked.matchAll(/'([^']+)'/g)].map(([, text]) => text)
      for (const kind of kinds) found.add(`${file} ${kind}`)
    }
    for (const [, file] of code.matchAll(/\bsharedNormalized(?:<\w+>)?\(\s*'([^']+)'/g))
      found.add(`of ${file}`)
  }
  return found
}

test.skipIf(!folder)(
  'every vector of the reference is taken by a test, or is set aside with its reason',
  () => {
    const tests = taken()
    const files = new Map(
      readdirSync(folder!).map((file) => [
        file,
        (JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as { vectors: Vector[] }).vectors,
      ]),
    )
    const untaken = [...files].flatMap(([file, vectors]) =>
      vectors
        .filter(({ id }) => !asideVectors[file]?.[id])
        .filter(({ kind, input }) =>
          kind === 'normalized' ? !tests.has(`of ${input.file}`) : !tests.has(`${file} ${kind}`),
        )
        .map(({ id }) => `${file} ${id}`),
    )
    expect(untaken).toEqual([])
    // Nothing is set aside that is not there.
    const gone = Object.entries(asideVectors).flatMap(([file, ids]) =>
      Object.keys(ids).filter((id) => !files.get(file)?.some((one) => one.id === id)),
    )
    expect(gone).toEqual([])
  },
)
