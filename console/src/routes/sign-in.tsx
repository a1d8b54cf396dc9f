import { createFileRoute, redirect } from '@tanstack/react-router'
import { z } from 'zod'
import { SignInFlow } from '#screens/sign-in/SignInFlow.tsx'
import { returnAddress } from '#shell/session-end.ts'

const Search = z.object({
  return: z.string().optional().catch(undefined),
  ended: z.literal('expired').optional().catch(undefined),
})

export const Route = createFileRoute('/sign-in')({
  validateSearch: Search,
  beforeLoad: ({ context, search }) => {
    if (context.house.session.person()) throw redirect({ href: returnAddress(search.return) })
  },
  component: SignInFlow,
})
