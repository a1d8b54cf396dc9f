/** The palette's rows with their words and icons: one file, loaded when the palette is about to open. */
import type { Permission } from '@verbatim/contract/permissions.ts'
import { actionRows } from './action-rows.ts'
import { foundRows, searchRow } from './found-rows.ts'
import { metricRows } from './metric-rows.ts'
import type { PaletteRow } from './palette-row.ts'
import { settingRows } from './setting-rows.ts'

export const paletteRows = { actionRows, foundRows, searchRow, placeRows }

/** Screens and settings, and for a text figures, too: without one they would only make the list longer. */
function placeRows(permissions: ReadonlySet<Permission>, text: string): PaletteRow[] {
  return [...settingRows(permissions), ...(text === '' ? [] : metricRows(permissions))]
}
