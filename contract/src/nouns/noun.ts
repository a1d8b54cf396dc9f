/** What the product knows of an administered noun, beside its schemas and calls. Data only: every page loads it. */
export interface Noun {
  /** By their names: the words for people, and the roles that have them. Super Admins have all. */
  readonly permissions: Readonly<Record<string, PermissionOfNoun>>
  /** The heading under which its permissions are offered. */
  readonly area?: string
  /** Status and sentence by code; `errors.ts` says how they are read. */
  readonly failures: Readonly<Record<string, { readonly status: number; readonly message: string }>>
  /** Its audit events; `audit-types.ts` says how sentences are read. */
  readonly audit: Readonly<Record<string, AuditWords>>
  /** How a sentence refers to one, by the kind of the audit event's target: with its name and without. */
  readonly targets: Readonly<Record<string, readonly [named: string, unnamed: string]>>
  /** Its slices, and the permissions for notifications about them: one of them is enough. */
  readonly slices: Readonly<Record<string, readonly string[] | 'everyone'>>
  /** Lists with saved views, each with the permissions that open it; one is enough. */
  readonly lists: Readonly<Record<string, readonly string[]>>
  readonly screen?: ScreenOfNoun
}

interface PermissionOfNoun {
  readonly words: string
  readonly roles: readonly (typeof allRoles)[number][]
}

export interface AuditWords {
  /** For filters and the type column. */
  readonly label: string
  readonly sentence: string
}

/** Where the console shows it. */
export interface ScreenOfNoun {
  readonly label: string
  readonly path: string
  /** The heading of its tab. Source: docs/rules/settings.md. */
  readonly under: 'Organization' | 'People' | 'Supervision' | 'Data'
  readonly permission: string
  /** Its other names, for the command palette. */
  readonly keywords: string
  /** A new one, for the command palette: at the path's `new`. */
  readonly create?: { readonly label: string; readonly permission: string; readonly keywords: string }
}

/** The console’s roles, from all of them down to administrators only. Source: docs/rules/permissions.md. */
export const allRoles = ['tenant_admin', 'compliance', 'analyst', 'manager'] as const
export const analysts = ['tenant_admin', 'compliance', 'analyst'] as const
export const reviewers = ['tenant_admin', 'compliance'] as const
export const administrators = ['tenant_admin'] as const

/** Fixed: docs/rules/texts.md. */
export const missing = { status: 404, message: "Oops! Entity with specified ID doesn't exist..." } as const

/** @param what As the sentence continues: "this group". */
export const changedMeanwhile = (what: string) =>
  ({
    status: 409,
    message: `Someone else changed ${what}. Nothing was saved. Reload to see their changes.`,
  }) as const

export const said = (label: string, sentence: string): AuditWords => ({ label, sentence })

/** Declares nouns by their slices, and keeps the literal types. */
export const nounsOf = <const Nouns extends Readonly<Record<string, Noun>>>(nouns: Nouns): Nouns => nouns
