import { createContext, type ReactNode, useContext, useState } from 'react'
import type { EditorProps } from '#editor/define-editor.ts'
import type { InsightTypes } from './insight-editor.tsx'
import type { FormTile } from './insight-form.ts'

interface TileHistory {
  /** Changes the tiles; the change can be undone. Changes of one series, such as typing in a field, are undone as one. */
  readonly change: (tiles: readonly FormTile[], series?: string) => void
  readonly undo: () => void
  readonly canUndo: boolean
}

const TileHistoryContext = createContext<TileHistory | undefined>(undefined)

/** How many changes can be undone. */
const most = 50

interface Past {
  readonly tiles: readonly FormTile[]
  readonly series: string | undefined
}

/** Keeps the former tiles of an open editor, across its tabs. */
export function TileHistoryFrame({
  editor: { form, values },
  children,
}: EditorProps<InsightTypes> & { children: ReactNode }) {
  const [past, setPast] = useState<readonly Past[]>([])
  const history: TileHistory = {
    change(tiles, series) {
      const isSame = series !== undefined && past.at(-1)?.series === series
      if (!isSame) setPast([...past, { tiles: values.tiles, series }].slice(-most))
      form.setFieldValue('tiles', tiles)
    },
    undo() {
      const last = past.at(-1)
      if (!last) return
      setPast(past.slice(0, -1))
      form.setFieldValue('tiles', last.tiles)
    },
    canUndo: past.length > 0,
  }
  return <TileHistoryContext value={history}>{children}</TileHistoryContext>
}

export function useTileHistory(): TileHistory {
  const history = useContext(TileHistoryContext)
  if (!history) throw new Error('Tiles are edited within TileHistoryFrame')
  return history
}
