import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { z } from 'zod'
import { isSameText, rebase, type Three } from './rebase.ts'

export interface EditingOptions<T, V> {
  /** The newest known version; undefined for a new thing. */
  readonly latest: T | undefined
  readonly blank: V
  readonly toValues: (thing: T) => V
  readonly canEdit?: boolean
  /** Input from before the session ended, if any. */
  readonly kept?: { readonly base: T | undefined; readonly values: Partial<V> } | undefined
  readonly isSame?: (one: V, other: V) => boolean
  readonly merge?: (values: Three<V>) => V
}

/** The input, based on `base`, the version that it started with. Nothing is saved here. */
export function useEditing<T, V extends object>(options: EditingOptions<T, V>) {
  const { latest, blank, toValues, canEdit = true, kept, isSame = isSameText, merge = rebase } = options
  const [base, setBase] = useState(kept ? kept.base : latest)
  const begun = base ? toValues(base) : blank
  const form = useForm<V>({
    initialValues: { ...begun, ...kept?.values },
    enhanceGetInputProps: ({ options: { type } }) => ({
      ...(!canEdit && (type === 'checkbox' ? { disabled: true } : { readOnly: true })),
    }),
  })
  return {
    base,
    form,
    isDirty: !isSame(form.values, begun),
    /** Records that a part of the input was saved: the rest does not change, except for these values. */
    step: (thing: T, values?: Partial<V>) => {
      setBase(thing)
      if (values) form.setValues(values)
    },
    /** Starts again from this version. */
    reset: (thing: T) => {
      form.setValues(toValues(thing))
      form.clearErrors()
    },
    /** Applies the input to this version. */
    rebase: (thing: T) =>
      form.setValues(merge({ before: begun, theirs: toValues(thing), mine: form.values })),
  }
}

export interface BodySpec<V, B> {
  readonly schema: z.ZodType<B>
  readonly toBody?: (values: V) => unknown
  readonly fields?: Readonly<Record<string, string>>
  /** The field of a problem, if it is not the first name of its path. */
  readonly at?: (path: readonly PropertyKey[]) => string
  readonly says?: Readonly<Partial<Record<keyof V, string>>>
}

/** The errors, by field. */
export type Errors = Readonly<Record<string, string>>

/** Parses the form with the endpoint's schema: returns its body, or the error of each field. */
export function readBody<V extends object, B>(
  { schema, toBody, fields = {}, at, says }: BodySpec<V, B>,
  values: V,
): { readonly body: B | undefined; readonly errors: Errors } {
  const raw = toBody ? toBody(values) : values
  const { data, error } = schema.safeParse(raw)
  if (!error) return { body: data, errors: {} }
  const errors: Record<string, string> = {}
  for (const { path, message } of error.issues) {
    if (at) {
      errors[at(path)] ??= message
      continue
    }
    const [name = '', place] = path
    const field = fields[String(name)] ?? String(name)
    const key = keyIn(values[field as keyof V], place)
    const item: unknown = itemIn((raw as Readonly<Record<PropertyKey, unknown>>)[name], place)
    const said = says?.[field as keyof V] ?? message
    const words = typeof item === 'string' && !fields[String(name)] ? `${item}: ${said}` : said
    // Only the first error of each field.
    errors[key === undefined ? field : [field, key, ...path.slice(2, 4)].join('.')] ??= words
  }
  return { body: undefined, errors }
}

const itemIn = (list: unknown, place: PropertyKey | undefined): unknown =>
  Array.isArray(list) && typeof place === 'number' ? list[place] : undefined

/** For an item that has one. */
function keyIn(list: unknown, place: PropertyKey | undefined): string | undefined {
  const item = itemIn(list, place)
  return typeof item === 'object' && item !== null && 'key' in item ? String(item.key) : undefined
}

/** Whether an error is about one of these fields, or about an item in one, with the name `field.key.rest`. */
export const isIn = (fields: readonly string[], error: string) => fields.includes(error.split('.')[0] ?? '')

/** The key of the first item that is wrong, if any. */
export const wrongItem = (errors: readonly string[]) =>
  errors.map((error) => error.split('.')[1]).find((key) => key !== undefined)
