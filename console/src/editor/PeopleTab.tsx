import type { EditorProps, EditorTab, EditorTypes } from './define-editor.ts'
import type { PeopleChange } from './people-change.ts'
import type { PeopleSource } from './people-question.ts'
import { PeopleEditor } from './PeopleEditor.tsx'

interface TypesWith<Field extends string> extends EditorTypes {
  values: Readonly<Record<Field, PeopleChange>>
}

interface PeopleTabSpec<S extends EditorTypes> {
  /** The tab in the address. Default: the value. */
  readonly id?: string
  readonly label: string
  readonly count: (thing: S['thing']) => number
  readonly source: (id: string | undefined) => PeopleSource
}

/**
 * The tab of an editor with the people of the thing: those to add and to remove are saved with its form.
 * @param field The value that holds the change; also what the people are called.
 */
export function peopleTab<S extends TypesWith<Field>, Field extends string>(
  field: Field,
  { id = field, label, count, source }: PeopleTabSpec<S>,
): EditorTab<S> {
  return { id, label, count, Content }

  function Content({ editor: { base, form, values, canEdit, isNew } }: EditorProps<S>) {
    return (
      <PeopleEditor
        noun={field}
        source={source(base?.id)}
        change={values[field]}
        // The form cannot see that the types of an editor have this field.
        onChange={(change) => form.setValues({ [field]: change } as Partial<S['values']>)}
        canEdit={canEdit}
        isNew={isNew}
      />
    )
  }
}
