import { createFileRoute, redirect } from '@tanstack/react-router'
import { Failure } from '@verbatim/client/failure.ts'
import { z } from 'zod'
import { isElsewhere, returnAddress } from '#shell/session-end.ts'

const text = z.string().optional()

/** The return address of single sign-on: handles its answer, and continues to the requested page. */
export const Route = createFileRoute('/_entry/sign-in/return')({
  validateSearch: z.object({ code: text, state: text, error: text }),
  async beforeLoad({ context, search: { code, state, error } }) {
    const answer = Object.entries({ code, state, error }).filter(
      (pair): pair is [string, string] => !!pair[1],
    )
    const { singleSignOn } = context.app.session
    const found = await singleSignOn
      ?.finish(new URLSearchParams(answer).toString())
      .then(returnAddress, (thrown: unknown) => `/sign-in?ended=${endedBy(thrown)}`)
    const href = found ?? '/sign-in'
    throw redirect({ href, replace: true, reloadDocument: isElsewhere(href) })
  },
})

function endedBy(thrown: unknown): 'unknown' | 'refused' {
  return thrown instanceof Failure && thrown.code === 'identity.sign-on-unknown' ? 'unknown' : 'refused'
}
