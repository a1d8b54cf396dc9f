import { createFileRoute } from '@tanstack/react-router'
import { PasswordScreen } from '#screens/sign-in/PasswordScreen.tsx'

export const Route = createFileRoute('/sign-in/')({ component: PasswordScreen })
