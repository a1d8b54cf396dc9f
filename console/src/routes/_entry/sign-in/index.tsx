import { createFileRoute } from '@tanstack/react-router'
import { PasswordScreen } from '#screens/sign-in/PasswordScreen.tsx'

export const Route = createFileRoute('/_entry/sign-in/')({ component: PasswordScreen })
