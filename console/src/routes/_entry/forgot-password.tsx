import { createFileRoute } from '@tanstack/react-router'
import { ForgotPasswordScreen } from '#screens/sign-in/ForgotPasswordScreen.tsx'

export const Route = createFileRoute('/_entry/forgot-password')({ component: ForgotPasswordScreen })
