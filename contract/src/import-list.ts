import { listSpec } from './list.ts'

/** What a file can be imported as. */
export const importKinds = ['platform-users', 'messenger-users', 'contacts'] as const

/** `draft` and `checked` wait for a person; `checking`, `queued`, `running` and `undoing` for a worker. */
export const importStates = [
  'draft',
  'checking',
  'checked',
  'queued',
  'running',
  'done',
  'failed',
  'cancelled',
  'undoing',
  'undone',
] as const

export const importList = listSpec({
  fields: {
    fileName: { type: 'text', sort: true },
    kind: { type: 'enum', values: importKinds, sort: true },
    state: { type: 'enum', values: importStates, sort: true },
    startedBy: { type: 'text', sort: true },
    created: { type: 'date', sort: true },
    finished: { type: 'date', sort: true },
    rows: { type: 'number', sort: true },
    createdRows: { type: 'number', sort: true },
    updatedRows: { type: 'number', sort: true },
    skippedRows: { type: 'number', sort: true },
    failedRows: { type: 'number', sort: true },
  },
  defaultSort: '-created',
  search: ['name'],
})
