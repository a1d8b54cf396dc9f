/** The palette's rows with their words and icons: one file, loaded when the palette is about to open. */
import { actionRows } from './action-rows.ts'
import { foundRows, searchRow } from './found-rows.ts'
import { settingRows } from './setting-rows.ts'

export const paletteRows = { actionRows, foundRows, searchRow, settingRows }
