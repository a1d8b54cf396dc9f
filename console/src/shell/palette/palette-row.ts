import type { Icon } from '@tabler/icons-react'

/** The groups of the palette, in order. Rows that are available at once come first: see docs/decisions/0080. */
export const rowGroups = [
  'Recent',
  'Screens and settings',
  'Actions',
  'Key Metrics',
  'People',
  'Contacts',
  'Groups',
  'Policies',
  'Permission profiles',
  'Messages',
  'Conversations',
  'More',
  'Search',
] as const
export type RowGroup = (typeof rowGroups)[number]

/** One row: a place or an action. */
export interface PaletteRow {
  /** Unique in the palette. */
  readonly id: string
  readonly group: RowGroup
  readonly label: string
  readonly detail?: string | undefined
  /** What it is: "Setting", "Contact". */
  readonly kind: string
  readonly icon: Icon
  /** Its key outside of the palette. */
  readonly shortcut?: string | undefined
  /** Its other names. */
  readonly keywords?: string
  /** The address of a place. */
  readonly href?: string
  /** What an action does. */
  readonly run?: () => void
  /** Whether the row is not stored on the device, because it contains message text or names of people outside. */
  readonly isKept?: boolean
}

export const mostInGroup = 5
