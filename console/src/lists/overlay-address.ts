import { useNavigate } from '@tanstack/react-router'
import { defaultListState, toAddress } from '@verbatim/client/list-state.ts'
import type { ListSpec } from '@verbatim/contract/list.ts'
import { useListAddress } from './list-address.ts'
import { searchText } from '@verbatim/client/search-text.ts'

/** The addresses of layers over a list, each with the question of the list below it. */
export function useOverlayAddress(spec: ListSpec, list: string) {
  const { state } = useListAddress(spec)
  const navigate = useNavigate()
  const keys = new Set(Object.keys({ ...defaultListState(spec), search: '', filter: '' }))
  const asked = Object.entries(toAddress(spec, state)).filter(([name]) => keys.has(name))
  const question = Object.fromEntries(asked)
  return {
    /** `rest` is the part after the list's own address; `more` the further parts of the address. */
    href: (rest: string, more: Readonly<Record<string, string | undefined>> = {}) =>
      `${list}/${rest}${searchText({ ...question, ...more })}`,
    close: () => void navigate({ to: list, search: question as never }),
  }
}
