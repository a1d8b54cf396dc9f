import type { Api } from '@verbatim/client/api.ts'
import type { CallOf, Endpoint, OutputOf } from '@verbatim/contract/endpoint.ts'
import { type CallOfOne, oneQuery } from '#lists/one-query.ts'
import { type Declared, defineEditor, type EditorDefinition, type EditorTypes } from './define-editor.ts'
import { defineRemoval, type RemovalParts } from './define-removal.tsx'

/** The calls of `usualEndpoints` that an editor makes. */
interface UsualCalls {
  readonly get: CallOfOne
  readonly create: Endpoint
  readonly update: Endpoint
  readonly remove: Endpoint
}

/** The types of an editor that these calls accept: its body is that of a new one and of a change. */
interface TypesOf<C extends UsualCalls> extends EditorTypes {
  readonly thing: OutputOf<C['get']> & EditorTypes['thing'] & LastChange
  readonly body: BodyOf<C['create']> & BodyOf<C['update']>
}
type BodyOf<E extends Endpoint> =
  CallOf<E> extends { readonly body: infer Body extends object } ? Body : never
interface LastChange {
  readonly changedBy?: string | undefined
  readonly changedAt?: string | undefined
}

/** What a noun says itself: the calls do the rest, unless it does a part in its own way. */
type UsualParts<S extends EditorTypes> = Omit<Declared<S>, 'query' | 'save' | 'removal'> &
  Partial<Pick<Declared<S>, 'save'>> & { readonly removal: UsualRemoval<S['thing']> }
type UsualRemoval<T> = Pick<RemovalParts<T, undefined, undefined>, 'Effect' | 'undo'>

/** Declares the editor of a noun that has the usual calls: they load, save and delete it. */
export const usualEditor =
  <C extends UsualCalls>(calls: C) =>
  <S extends TypesOf<C>>({ removal, ...parts }: UsualParts<S>): EditorDefinition<S> =>
    defineEditor<S>({
      query: oneQuery([parts.slice], calls.get) as unknown as Declared<S>['query'],
      changedBy: ({ changedBy = '', changedAt = '' }) => ({ by: changedBy, at: changedAt }),
      save: async ({ api, base }, body) => ({
        saved: base
          ? await ask(api, calls.update, {
              params: { id: base.id },
              body: { ...body, expectedVersion: base.version },
            })
          : await ask(api, calls.create, { body }),
      }),
      ...parts,
      removal: defineRemoval<S['thing']>({
        verb: 'Delete',
        remove: (api, { id, version }) =>
          ask(api, calls.remove, { params: { id }, query: { expectedVersion: version } }),
        ...removal,
      }),
    })

/** Makes a call of any noun. `TypesOf` has compared its body and answer with those of the editor. */
const ask = async (api: Api, call: Endpoint, given: object) => (await api(call, given as never)) as never
