/** The labelled rows a fit may see, and those that may only be measured. */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type Category, Category as CategorySchema } from '@verbatim/contract/categories.ts'

export interface LabelledRow {
  readonly text: string
  readonly label: Category
  readonly source: string
  /** Its licence lets a shipped model be fitted on it. */
  readonly open: boolean
}

/** `../shared/data` beside the repository, wherever the repository is. */
export const dataFolder = new URL('../../../shared/data/', import.meta.url)

export function dataFile(name: string): string {
  return fileURLToPath(new URL(name, dataFolder))
}

export function hasData(name: string): boolean {
  return existsSync(dataFile(name))
}

/** The objects of a gzipped JSONL file; lines end at LF only, because texts hold other line separators. */
export function readJsonLines(name: string): Record<string, unknown>[] {
  return gunzipSync(readFileSync(dataFile(name)))
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

// Each open class of DATA.md by name. NonCommercial and NoDerivatives are not among them, nor is "none stated".
const openLicence = /^(CC-BY-SA-\d|CC-BY-\d|CC0|PDDL|MIT|Apache|BSD)/
const evalOnlySources = new Set([
  'airline_tweets',
  'complaint_tweets',
  'dialogsum',
  'nus-sms-en',
  'nus-sms-zh',
])

export function isOpen(row: Record<string, unknown>): boolean {
  return openLicence.test(String(row.licence)) && !evalOnlySources.has(String(row.source))
}

export function readCategoryRows(): LabelledRow[] {
  return readJsonLines('classification/category.jsonl.gz').map((row) => ({
    text: String(row.text),
    label: CategorySchema.parse(row.label),
    source: String(row.source),
    open: isOpen(row),
  }))
}
