/** Imports of people and accounts from a file: its columns are mapped, it is checked, imported row by row, and can be undone for a day. */
import { z } from 'zod'
import { accountImportKinds, forAccountKinds } from './account-imports.ts'
import { connectableChannels } from './channels.ts'
import { endpoint } from './endpoint.ts'
import { expectedVersionInQuery } from './expected-version.ts'
import { ImportId } from './ids.ts'
import { integrationAccountsPath, TypeParams } from './integration-accounts.ts'
import { listQuery, listSpec, page } from './list.ts'
import type { Permission } from './permissions.ts'
import { exactText } from './text.ts'

/** The kinds of import. */
export const importKinds = ['platform-users', 'messenger-users', 'contacts', ...accountImportKinds] as const

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

export const ImportKindName = z.enum(importKinds)
export type ImportKindName = z.infer<typeof ImportKindName>

/** The permissions for starting, checking and undoing an import of a kind; all of them are required. */
export const importNeeds: Readonly<Record<ImportKindName, readonly Permission[]>> = {
  'platform-users': ['users.import', 'platform_users.manage'],
  'messenger-users': ['users.import', 'messenger_users.manage'],
  contacts: ['contacts.manage'],
  ...forAccountKinds(() => ['integrations.manage'] as const),
}

/** Source: docs/rules/limits.md. */
export const importLimits = {
  bytes: 10 * 1024 * 1024,
  rows: 20_000,
  columns: 200,
  cell: 32_767,
  default: 1000,
} as const

/** An import can be undone for this long. Source: docs/rules/limits.md. */
export const undoHours = 24

export const ImportState = z.enum(importStates)
export type ImportState = z.infer<typeof ImportState>

export const ImportSettings = z.strictObject({
  /** What to do with a row about an existing person. */
  existing: z.enum(['update', 'skip']).default('update'),
  /** Whether new users get an invitation, and owners the link to their account; ignored for contacts. */
  sendInvitations: z.boolean().default(true),
  /** By field: the value of a row without one. */
  defaults: z.record(exactText({ max: 50 }), exactText({ max: importLimits.default })).default({}),
})
export type ImportSettings = z.infer<typeof ImportSettings>

/** A field to which a column can be mapped. */
export const ImportField = z.object({
  field: z.string(),
  label: z.string(),
  /** Rows without it fail. */
  isRequired: z.boolean(),
  /** The fields that make its value, one after the other, where its own column is empty or missing. */
  madeOf: z.array(z.string()).optional(),
  /** The format of its values. */
  help: z.string().optional(),
})
export type ImportField = z.infer<typeof ImportField>

interface MappedFields {
  readonly mapping: Readonly<Record<string, number>>
  readonly settings: Pick<ImportSettings, 'defaults'>
}

const hasValues = (field: string, { mapping, settings: { defaults } }: MappedFields) =>
  mapping[field] !== undefined || Boolean(defaults[field]?.trim())

/** Whether a field needs a column or a value of its own: no other field makes its value. */
export const needsOwnValues = (
  { isRequired, madeOf = [] }: Pick<ImportField, 'isRequired' | 'madeOf'>,
  mapped: MappedFields,
): boolean => isRequired && !madeOf.some((part) => hasValues(part, mapped))

/** Whether rows can have no value of a required field. */
export const isFieldMissing = (
  field: Pick<ImportField, 'field' | 'isRequired' | 'madeOf'>,
  mapped: MappedFields,
): boolean => needsOwnValues(field, mapped) && !hasValues(field.field, mapped)

const counts = z.object({ created: z.int(), updated: z.int(), skipped: z.int(), failed: z.int() })

export const Import = z.object({
  id: ImportId,
  kind: ImportKindName,
  fileName: z.string(),
  state: ImportState,
  /** The first row of the file. */
  headings: z.array(z.string()),
  fields: z.array(ImportField),
  /** Field to the index of its column. */
  mapping: z.record(z.string(), z.int()),
  settings: ImportSettings,
  /** How often the columns were mapped. */
  version: z.int(),
  /** Rows with content, without the heading. */
  total: z.int(),
  done: z.int(),
  counts,
  /** The text to show if the whole import failed. */
  problem: z.string().optional(),
  startedBy: z.string(),
  createdAt: z.iso.datetime(),
  finishedAt: z.iso.datetime().optional(),
  /** Absent if there is nothing to undo, or no longer. */
  undoUntil: z.iso.datetime().optional(),
  undo: z.object({ undone: z.int(), kept: z.int() }).optional(),
  /** Invitations that wait to be sent. */
  mailsDue: z.int(),
  /** The reader may not see its rows, only their counts. */
  areRowsHidden: z.literal(true).optional(),
})
export type Import = z.infer<typeof Import>

const upload = {
  method: 'POST',
  query: z.strictObject({
    fileName: exactText({ max: 255 }).default('import.csv'),
    /** Stores the file for mapping its columns, instead of importing it at once. */
    hold: z.stringbool().default(false),
  }),
  body: z.any(),
  response: Import,
} as const
const uploadFailures = [
  'import.bad-workbook',
  'import.empty',
  'import.missing-column',
  'import.not-csv',
  'import.too-many',
  'import.too-many-columns',
  'import.too-many-rows',
] as const

/** The file is the body, as `text/csv` or the bytes of a workbook. Columns are found by their headings. */
export const importPlatformUsers = endpoint({
  ...upload,
  path: '/bff/api/v1/users/import',
  access: 'users.import',
  failures: uploadFailures,
})

export const importMessengerUsers = endpoint({
  ...upload,
  path: '/messenger/api/v1/users/import',
  access: 'users.import',
  failures: uploadFailures,
})

export const importContacts = endpoint({
  ...upload,
  path: '/messenger/api/v1/contacts/import',
  access: 'contacts.manage',
  failures: uploadFailures,
})

export const importAccounts = endpoint({
  ...upload,
  path: `${integrationAccountsPath}/import`,
  params: TypeParams,
  query: upload.query.extend({
    /** One of the type; that of the type's name if absent. */
    channel: z.enum(connectableChannels).optional(),
  }),
  access: 'integrations.manage',
  failures: [
    ...uploadFailures,
    'account.no-provider',
    'account.other-type',
    'import.needs-secrets',
    'import.secret-column',
  ],
})

const params = z.object({ id: ImportId })
const path = '/bff/api/v1/imports'

/** Imports of things that the reader may manage, even without permission to import them. */
export const listImports = endpoint({
  method: 'GET',
  path,
  query: listQuery(importList),
  viewed: { as: 'imports', spec: importList },
  response: page(Import),
  access: 'signed-in',
})

export const getImport = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  params,
  response: Import,
  access: 'signed-in',
  failures: ['import.not-found'],
})

/** Maps the columns, and sets how rows are imported, before the import starts. */
export const updateImport = endpoint({
  method: 'PUT',
  path: `${path}/:id`,
  params,
  body: z.strictObject({
    mapping: z.record(
      exactText({ max: 50 }),
      z
        .int()
        .min(0)
        .max(importLimits.columns - 1),
    ),
    settings: ImportSettings,
  }),
  response: Import,
  access: 'signed-in',
  failures: [
    'import.changed',
    'import.not-found',
    'import.rows-hidden',
    'import.unknown-column',
    'import.unknown-field',
    'import.wrong-state',
  ],
})

const step = <const Verb extends string>(verb: Verb) =>
  ({
    method: 'POST',
    path: `${path}/:id/${verb}`,
    params,
    response: Import,
    access: 'signed-in',
    failures: [
      'account.no-provider',
      'import.changed',
      'import.missing-column',
      'import.not-found',
      'import.rows-hidden',
      'import.too-many',
      'import.undo-over',
      'import.wrong-state',
    ],
  }) as const

/** The version of the mapping that the user saw; required if another user mapped the columns. */
const query = z.strictObject(expectedVersionInQuery)

/** Checks every row without changing anything. */
export const checkImport = endpoint({ ...step('check'), query })
export const startImport = endpoint({ ...step('start'), query })
/** Imported rows stay, and can be undone. */
export const cancelImport = endpoint(step('cancel'))
export const undoImport = endpoint(step('undo'))
