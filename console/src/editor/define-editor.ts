import type { UseFormReturnType } from '@mantine/form'
import type { UndefinedInitialDataOptions } from '@tanstack/react-query'
import type { Api } from '@verbatim/client/api.ts'
import type { Failure } from '@verbatim/client/failure.ts'
import type { FailureCode } from '@verbatim/contract/errors.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import type { Permission } from '@verbatim/contract/permissions.ts'
import type { DialogSize } from '@verbatim/ui/dialogs/dialog-size.ts'
import type { Toast } from '@verbatim/ui/Toasts.tsx'
import type { ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import type { NounWords, RemovalQuestion } from './define-removal.tsx'
import type { Difference } from './differences.ts'
import type { Three } from './rebase.ts'
import type { AtPlace } from './use-editor-place.ts'
import type { Newer } from './use-newer.ts'

/** The types of an editor. */
export interface EditorTypes {
  /** The server's data. A change names the version that it is based on. */
  readonly thing: { readonly id: string; readonly version: number }
  /** The form's values. */
  readonly values: object
  /** The endpoint's body. */
  readonly body: object
  /** The question for the user before a save continues, or after it was refused. */
  readonly question?: unknown
  readonly answer?: unknown
}

/** One administered noun over its list: its form, and how it is saved. */
interface EditorParts<S extends EditorTypes> extends NounWords<S['thing']> {
  /** Its noun on buttons, if shorter: "profile" for "permission profile". */
  readonly short?: string
  readonly place: EditorPlace
  readonly query: (api: Api, id: string) => ThingQuery<S['thing']>
  /** The permissions for creating and changing. */
  readonly manage: Permission
  /** Whether this one can be changed; by default true. */
  readonly isEditable?: (thing: S['thing']) => boolean
  readonly tabs: readonly EditorTab<S>[]
  /** By default large with something beside a form, else medium. */
  readonly size?: DialogSize

  /** The values of a new one. */
  readonly blank: S['values']
  readonly toValues: (thing: S['thing']) => S['values']
  /** The endpoint's body, or the part that people write. */
  readonly schema: z.ZodType<S['body']>
  /** The input of the schema; by default the values themselves. */
  readonly toBody?: (values: S['values']) => unknown
  /** The form's fields by the body's fields, if they differ. */
  readonly fields?: Readonly<Record<string, keyof S['values'] & string>>
  /** Messages for fields whose errors the schema cannot describe. */
  readonly says?: Readonly<Partial<Record<keyof S['values'], string>>>
  /** Every value in words, by its label, to show the difference between two versions. */
  readonly wordsOf: (values: S['values'], thing: S['thing']) => Readonly<Record<string, string>>
  /** Further differences between two versions: the items of a list, one by one. */
  readonly furtherDifferences?: (values: Three<S['values']>) => readonly Difference[]
  /** Whether both would be saved as the same value; by default compares their text. */
  readonly isSame?: (one: S['values'], other: S['values']) => boolean
  /** Applies the input to a newer version; by default field by field. */
  readonly merge?: (values: Three<S['values']>) => S['values']
  /** The fields that the tab does not keep after the session ends, until the same user is back. */
  readonly secrets?: readonly FieldName<S>[]
  /** The author of this version, if the server gives it. */
  readonly changedBy?: (thing: S['thing']) => { readonly by: string; readonly at: string }

  /** The failure of a newer version: the notice in the dialog shows it. */
  readonly changed: FailureCode
  /** The field that a failure is about, by its code, or `field.key.rest` for an item of a list. */
  readonly fieldOf?:
    | Readonly<Partial<Record<FailureCode, FieldName<S>>>>
    | ((
        failure: Failure,
        values: S['values'],
        base: S['thing'] | undefined,
      ) => FieldName<S> | `${FieldName<S>}.${string}` | undefined)
  /** Another text for a failure. */
  readonly reword?: (failure: Failure) => Failure
  readonly save: (saving: Saving<S>, body: S['body']) => Promise<Outcome<S>>
  /** Shows `editor.question`, and answers it. */
  readonly Question?: ComponentType<EditorProps<S>>
  /** Shown next to the title of an existing thing. */
  readonly Note?: ComponentType<EditorProps<S>>
  /** Wraps the whole dialog, with state that its tabs and side panel share. */
  readonly Frame?: ComponentType<EditorProps<S> & { readonly children: ReactNode }>
  /** A layer over an existing thing, opened by the address. */
  readonly dialogs?: readonly { readonly id: string; readonly Content: ComponentType<EditorProps<S>> }[]
  /** Shown above the form. */
  readonly Notice?: ComponentType<EditorProps<S>>
  /** The texts for a new one, if they differ from those of its noun. */
  readonly creation?: {
    readonly title: string
    readonly submit: string
    readonly done: (thing: S['thing']) => string
    readonly failed: string
  }
}

export interface EditorDefinition<S extends EditorTypes> extends EditorParts<S> {
  readonly removal?: RemovalQuestion<S['thing']>
}

type FieldName<S extends EditorTypes> = keyof S['values'] & string

// Any query of one thing, with any key.
type ThingQuery<T> = Pick<UndefinedInitialDataOptions<T, Error, T, string[]>, 'queryKey' | 'queryFn'>

/** The address of an editor. */
export interface EditorPlace {
  /** The address of the list below it, with its question. */
  readonly list: ListSpec
  readonly path: string
  /** Whether tabs are part of the path, and not after it. */
  readonly tabsInPath?: true
  /** The end of the path of a new one; "new" by default. */
  readonly newPath?: string
  /** The part of the address that shows something else instead of the editor. */
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
  /** Its fields; an error in one of them marks the tab. */
  readonly fields?: readonly FieldName<S>[]
  readonly count?: (thing: S['thing']) => number
  /** The count of its items. */
  readonly countOf?: (values: S['values']) => number
  /** Whether a new thing does not have this part. */
  readonly isLater?: true
  readonly Content: ComponentType<EditorProps<S>>
  readonly Side?: ComponentType<EditorProps<S>>
  /** Whether a new thing has no side panel. */
  readonly isSideLater?: true
}

export interface Saving<S extends EditorTypes> {
  readonly api: Api
  /** The version that editing started with; undefined for a new one. */
  readonly base: S['thing'] | undefined
  readonly values: S['values']
  readonly answer: S['answer'] | undefined
  /** Records that a part is saved: the rest is based on this version. `values` replaces parts of the input, such as people to add. */
  readonly step: (thing: S['thing'], values?: Partial<S['values']>) => void
  /** For work after the dialog has closed. */
  readonly toast: (toast: Toast) => void
  readonly refresh: () => void
}

/** The outcome of a save: done, or a question that the user must answer first. */
export type Outcome<S extends EditorTypes> =
  | {
      readonly saved: S['thing']
      readonly toast?: Toast
      /** The next address; without one, the editor closes. */
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
  /** Whether there are unsaved changes. */
  readonly isDirty: boolean
  readonly isSaving: boolean
  /** Someone else's newer version, and two ways to continue. */
  readonly newer: Newer | undefined
  readonly question: S['question'] | undefined
  readonly answer: (answer: S['answer']) => void
  readonly forget: () => void
  readonly submit: () => void
  readonly place: AtPlace
  /** The key of the open item of a list; an error in another item opens that one. */
  readonly openItem: string | undefined
  readonly setOpenItem: (key: string | undefined) => void
  /** Keeps the input in this tab. */
  readonly keep: () => void
  /** Shows the result, and closes without asking. */
  readonly leave: (toast: Toast) => void
  readonly isLeaving: () => boolean
}

export interface EditorProps<S extends EditorTypes> {
  readonly editor: Editor<S>
}

export interface Declared<S extends EditorTypes> extends EditorParts<S> {
  /** How it is removed, in the words of the editor. */
  readonly removal?: (words: NounWords<S['thing']>) => RemovalQuestion<S['thing']>
}

/** Declares an editor and checks its types. */
export function defineEditor<S extends EditorTypes>({ removal, ...parts }: Declared<S>): EditorDefinition<S> {
  return { ...parts, ...(removal && { removal: removal(parts) }) }
}
