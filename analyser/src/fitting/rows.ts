/** The labelled rows for fitting, and those only for measuring. */
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { sharedFile } from '@verbatim/reference/shared-data.ts'
import { categories, type Category } from '#categories.ts'

export interface LabelledRow {
  readonly text: string
  readonly label: Category
  readonly source: string
  /** Whether its licence allows fitting a shipped model on it. */
  readonly open: boolean
}

const categoryFile = sharedFile('data/classification/category.jsonl.gz')

/** The objects of a gzipped JSONL file; lines end at LF only, because texts hold other line separators. */
function readJsonLines(file: string): Record<string, unknown>[] {
  return gunzipSync(readFileSync(file))
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

function isOpen(row: Record<string, unknown>): boolean {
  return openLicence.test(String(row.licence)) && !evalOnlySources.has(String(row.source))
}

/** Empty if the reference material is absent. */
export function readCategoryRows(): LabelledRow[] {
  if (categoryFile === undefined) return []
  return readJsonLines(categoryFile).map((row) => ({
    text: String(row.text),
    label: toCategory(row.label),
    source: String(row.source),
    open: isOpen(row),
  }))
}

function toCategory(label: unknown): Category {
  const category = categories.find((one) => one === label)
  if (!category) throw new RangeError(`no category ${String(label)}`)
  return category
}
