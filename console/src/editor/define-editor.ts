import type { UseFormReturnType } from '@mantine/form'
import type { UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { Toast } from '@verbatim/ui/Toasts.tsx'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { RemovalQuestion } from './define-removal.tsx'
import type { Difference } from './differences.ts'
import type { Three } from './rebase.ts'
import type { AtPlace } from './use-editor-place.ts'
import type { Newer } from './use-newer.ts'

/** The types of an editor. */
export interface EditorTypes {
  /** The server's form. A change names the version that it is based on. */
  readonly thing: { readonly id: string; readonly version: number }
  /** The form's values. */
  readonly values: object
  /** The endpoint's body. */
  readonly body: object
  /** The question to the user before a save continues, or after it was refused. */
  readonly question?: unknown
  readonly answer?: unknown
}

/** One administered noun over its list: its form, how it is saved, and how it is removed. */
export interface EditorDefinition<S extends EditorTypes> {
  /** "group". Titles, buttons, questions and toasts are made of it. */
  readonly noun: string
  /** Its noun on buttons, where that is shorter: "profile" of "permission profile". */
  readonly short?: string
  readonly nameOf: (thing: S['thing']) => string
  /** Its name in toasts; by default its own name in quotes. */
  readonly callOf?: (thing: S['thing']) => string
  readonly place: EditorPlace
  /** The first part of its query keys. */
  readonly slice: string
  readonly query: (api: Api, id: string) => ThingQuery<S['thing']>
  /** The permissions for creating and changing. */
  readonly manage: Permission
  /** Whether this one can be changed; by default every one can. */
  readonly isEditable?: (thing: S['thing']) => boolean
  readonly tabs: readonly EditorTab<S>[]

  /** The values of a new one. */
  readonly blank: S['values']
  readonly toValues: (thing: S['thing']) => S['values']
  /** The endpoint's body, or the part of it that people write. */
  readonly schema: z.ZodType<S['body']>
  /** The input of the schema; by default the values themselves. */
  readonly toBody?: (values: S['values']) => unknown
  /** The form's fields by those of the body, where they differ. */
  readonly fields?: Readonly<Record<string, keyof S['values'] & string>>
  /** Sentences for fields whose errors the schema cannot word. */
  readonly says?: Readonly<Partial<Record<keyof S['values'], string>>>
  /** Every value in words, by its label: they show the difference between two versions. */
  readonly wordsOf: (values: S['values'], thing: S['thing']) => Readonly<Record<string, string>>
  /** Further differences between two versions: the items of a list, one by one. */
  readonly furtherDifferences?: (values: Three<S['values']>) => readonly Difference[]
  /** Whether both would be saved as the same; by default their text decides. */
  readonly isSame?: (one: S['values'], other: S['values']) => boolean
  /** Puts the input on top of a newer version; field by field by default. */
  readonly merge?: (values: Three<S['values']>) => S['values']
  /** When the session ends, the tab keeps the input until the same user is back. */
  readonly isKept?: true
  /** The author of this version, if the server gives it. */
  readonly changedBy?: (thing: S['thing']) => { readonly by: string; readonly at: string }

  /** The failure of a newer version: the notice in the dialog shows it. */
  readonly changed: FailureCode
  /** The field that a failure is about, or `field.key.rest` for an item of a list. */
  readonly fieldOf?: (
    failure: Failure,
    values: S['values'],
    base: S['thing'] | undefined,
  ) => FieldName<S> | `${FieldName<S>}.${string}` | undefined
  /** Other words for a failure. */
  readonly reword?: (failure: Failure) => Failure
  readonly save: (saving: Saving<S>, body: S['body']) => Promise<Outcome<S>>
  /** Shows `editor.question`, and answers it. */
  readonly Question?: ComponentType<EditorProps<S>>
  /** Beside the title of one that there is. */
  readonly Note?: ComponentType<EditorProps<S>>
  /** Around the whole dialog: what its tabs and its side share. */
  readonly Frame?: ComponentType<EditorProps<S> & { readonly children: ReactNode }>
  /** Over one that there is, opened by the address. */
  readonly dialogs?: readonly { readonly id: string; readonly Content: ComponentType<EditorProps<S>> }[]
  /** Above the form. */
  readonly Notice?: ComponentType<EditorProps<S>>
  readonly removal?: RemovalQuestion<S['thing']>
  /** The words for a new one, if they differ from those of its noun. */
  readonly creation?: {
    readonly title: string
    readonly submit: string
    readonly done: (thing: S['thing']) => string
    readonly failed: string
  }
}

type FieldName<S extends EditorTypes> = keyof S['values'] & string

// Any query of one thing, with any key.
type ThingQuery<T> = Pick<UndefinedInitialDataOptions<T, Error, T, string[]>, 'queryKey' | 'queryFn'>

/** The address of an editor. */
export interface EditorPlace {
  /** The list below it, which keeps its question. */
  readonly list: ListSpec
  readonly path: string
  /** Tabs are named in the path instead of after it. */
  readonly tabsInPath?: true
  /** The end of the path of a new one; "new" by default. */
  readonly newPath?: string
  /** The part of the address that shows something else in place of the editor. */
  readonly replacedBy?: string
}

/** A part of an editor, with its own address. */
export interface EditorPart {
  readonly tab: string
  readonly dialog?: string
}

export interface EditorTab<S extends EditorTypes> {
  readonly id: string
  readonly label: string
  /** Its fields: an error of these marks the tab. */
  readonly fields?: readonly FieldName<S>[]
  readonly count?: (thing: S['thing']) => number
  /** The count of its items. */
  readonly countOf?: (values: S['values']) => number
  /** A new one does not have it. */
  readonly isLater?: true
  readonly Content: ComponentType<EditorProps<S>>
  readonly Side?: ComponentType<EditorProps<S>>
  /** A new one has nothing beside it. */
  readonly isSideLater?: true
}

export interface Saving<S extends EditorTypes> {
  readonly api: Api
  /** The version that editing began with; undefined for a new one. */
  readonly base: S['thing'] | undefined
  readonly values: S['values']
  readonly answer: S['answer'] | undefined
  /** A part is saved: the rest is based on this version. `values` replaces parts of the input, such as people to add. */
  readonly step: (thing: S['thing'], values?: Partial<S['values']>) => void
  /** For work after the dialog has closed. */
  readonly toast: (toast: Toast) => void
  readonly refresh: () => void
}

/** The outcome of a save: it is done, or the user must answer first. */
export type Outcome<S extends EditorTypes> =
  | {
      readonly saved: S['thing']
      readonly toast?: Toast
      /** The next address; the editor closes without one. */
      readonly next?: EditorPart | undefined
    }
  | { readonly question: NonNullable<S['question']> }

/** One thing being edited. */
export interface Editor<S extends EditorTypes> {
  readonly base: S['thing'] | undefined
  readonly latest: S['thing'] | undefined
  readonly form: UseFormReturnType<S['values']>
  readonly values: S['values']
  readonly isNew: boolean
  readonly canEdit: boolean
  /** There are changes that are not saved. */
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Someone else's newer version, and both ways on. */
  readonly newer: Newer | undefined
  readonly question: S['question'] | undefined
  readonly answer: (answer: S['answer']) => void
  readonly forget: () => void
  readonly submit: () => void
  readonly place: AtPlace
  /** The key of the item of a list that is open: an error in another one opens that. */
  readonly openItem: string | undefined
  readonly setOpenItem: (key: string | undefined) => void
  /** Keeps the input in this tab. */
  readonly keep: () => void
  /** Shows that it is done, and closes without asking. */
  readonly leave: (toast: Toast) => void
  readonly isLeaving: () => boolean
}

export interface EditorProps<S extends EditorTypes> {
  readonly editor: Editor<S>
}

/** Names an editor and checks its types. */
export function defineEditor<S extends EditorTypes>(definition: EditorDefinition<S>): EditorDefinition<S> {
  return definition
}
