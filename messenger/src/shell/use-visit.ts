import { useRouteContext } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import type { Reader, Visit } from './visit.ts'

export function useVisit(): Visit {
  return useRouteContext({ from: '__root__' }).visit
}

/** The signed-in reader. Only for use after sign-in. */
export function useReader(): Reader {
  const reader = useVisit().reader()
  if (!reader) throw new Failure('session.missing')
  return reader
}
