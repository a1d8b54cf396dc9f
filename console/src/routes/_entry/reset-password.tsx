import { createFileRoute } from '@tanstack/react-router'
import { ResetPasswordScreen } from '#screens/sign-in/ResetPasswordScreen.tsx'

export const Route = createFileRoute('/_entry/reset-password')({ component: ResetPasswordScreen })
