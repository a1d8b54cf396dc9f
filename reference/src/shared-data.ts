import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Files of the reference material beside the repository (`../shared`). A checkout without it runs every
 * other test: callers skip where `sharedFile` gives undefined. Nothing of it is ever copied into the repository.
 */
export function sharedFile(path: string): string | undefined {
  const found = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url))
  return existsSync(found) ? found : undefined
}

/** The parsed vectors of one channel file, or none where the reference material is absent. */
export const sharedVectors = <Vector>(name: string): Vector[] => sharedRows<Vector>(name, 'vectors')

/** The sequences of vectors with what they leave, or none where the reference material is absent. */
export const sharedScenarios = <Scenario>(name: string): Scenario[] => sharedRows<Scenario>(name, 'scenarios')

function sharedRows<Row>(name: string, of: 'vectors' | 'scenarios'): Row[] {
  const file = sharedFile(`reference/channels/vectors/${name}`)
  return file ? ((JSON.parse(readFileSync(file, 'utf8')) as { [of: string]: Row[] })[of] ?? []) : []
}
