import { createFileRoute } from '@tanstack/react-router'
import { SetPasswordScreen } from '#screens/sign-in/SetPasswordScreen.tsx'

export const Route = createFileRoute('/_entry/set-password')({ component: SetPasswordScreen })
