import type { ImportState } from '@verbatim/contract/imports.ts'
import type { ImportOutcome } from '@verbatim/contract/import-rows.ts'

export const stateNames: Readonly<Record<ImportState, string>> = {
  draft: 'Not started',
  checking: 'Checking',
  checked: 'Checked',
  queued: 'Queued',
  running: 'Running',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
  undoing: 'Undoing',
  undone: 'Undone',
}

export const outcomeNames: Readonly<Record<ImportOutcome, string>> = {
  created: 'Created',
  updated: 'Updated',
  skipped: 'Skipped',
  failed: 'Failed',
}

/** The expected outcome of rows, while they are only checked. */
export const expectedNames: Readonly<Record<ImportOutcome, string>> = {
  created: 'To be created',
  updated: 'To be updated',
  skipped: 'To be skipped',
  failed: 'Invalid',
}
