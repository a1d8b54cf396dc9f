import { createFileRoute } from '@tanstack/react-router'
import { VerifyScreen } from '#screens/sign-in/VerifyScreen.tsx'

export const Route = createFileRoute('/sign-in/verify')({ component: VerifyScreen })
