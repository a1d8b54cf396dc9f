import { createFileRoute, redirect } from '@tanstack/react-router'
import { endedReasons } from '@verbatim/client/sign-in-words.ts'
import { z } from 'zod'
import { SignInFlow } from '#screens/sign-in/SignInFlow.tsx'
import { isElsewhere, returnAddress } from '#shell/session-end.ts'

const Search = z.object({
  return: z.string().optional().catch(undefined),
  ended: z.enum(endedReasons).optional().catch(undefined),
})

/** The screens before sign-in. */
export const Route = createFileRoute('/_entry')({
  validateSearch: Search,
  beforeLoad: ({ context, search }) => {
    const href = returnAddress(search.return)
    if (context.app.session.person()) throw redirect({ href, reloadDocument: isElsewhere(href) })
  },
  component: SignInFlow,
})
