import { createFileRoute } from '@tanstack/react-router'
import { VerifyScreen } from '#screens/sign-in/VerifyScreen.tsx'

export const Route = createFileRoute('/_entry/sign-in/verify')({ component: VerifyScreen })
