import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { asideVectors } from './aside-vectors.ts'

/**
 * Files of the reference material beside the repository (`../shared`). A checkout without it runs every
 * other test: callers skip where `sharedFile` gives undefined. Nothing of it is ever copied into the repository.
 */
export function sharedFile(path: string): string | undefined {
  const found = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
  return existsSync(found) ? found : undefined
}

/**
 * The parsed vectors of one channel file, of these kinds or of all, without those that are set aside; none where the reference
 * material is absent.
 */
export function sharedVectors<Vector>(name: string, ...kinds: readonly string[]): Vector[] {
  return sharedRows<Vector & { readonly id: string; readonly kind: string }>(name, 'vectors').filter(
    ({ id, kind }) => !asideVectors[name]?.[id] && (kinds.length === 0 || kinds.includes(kind)),
  )
}

/** What the reference makes of the vectors of one channel file. */
export const sharedNormalized = <Vector extends { readonly input: { readonly file: string } }>(
  file: string,
): Vector[] =>
  sharedVectors<Vector>('normalized.json', 'normalized').filter(({ input }) => input.file === file)

/** The sequences of vectors with what they leave, or none where the reference material is absent. */
export const sharedScenarios = <Scenario>(name: string): Scenario[] => sharedRows<Scenario>(name, 'scenarios')

function sharedRows<Row>(name: string, of: 'vectors' | 'scenarios'): Row[] {
  const file = sharedFile(`reference/channels/vectors/${name}`)
  return file ? ((JSON.parse(readFileSync(file, 'utf8')) as { [of: string]: Row[] })[of] ?? []) : []
}
