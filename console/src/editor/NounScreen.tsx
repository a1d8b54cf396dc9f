import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { EditorDefinition, EditorTypes } from './define-editor.ts'
import { EditorScreen, NewScreen } from './EditorDialog.tsx'
import { newPathOf } from './noun-loader.ts'

interface NounScreenProps<S extends EditorTypes> {
  editor: EditorDefinition<S>
  /** Its list. */
  children: ReactNode
}

/** A list, and over it the one that the address names, or a new one. */
export function NounScreen<S extends EditorTypes>({ editor, children }: NounScreenProps<S>) {
  const { id } = useParams({ strict: false })
  return (
    <>
      {children}
      {id === newPathOf(editor) ? <NewScreen of={editor} /> : id && <EditorScreen of={editor} />}
    </>
  )
}
