import { createFileRoute, redirect } from '@tanstack/react-router'
import { endedReasons } from '@verbatim/client/sign-in-words.ts'
import { z } from 'zod'
import { SignInScreen } from '#screens/sign-in/SignInScreen.tsx'
import { returnPlace } from '#shell/session-end.ts'

const Search = z.object({
  return: z.string().optional().catch(undefined),
  ended: z.enum(endedReasons).optional().catch(undefined),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: Search,
  beforeLoad: ({ context, search }) => {
    if (context.visit.reader()) throw redirect(returnPlace(search.return))
  },
  component: SignInScreen,
})
