import { createFileRoute } from '@tanstack/react-router'
import { SetUpScreen } from '#screens/organizations/SetUpScreen.tsx'

export const Route = createFileRoute('/set-up')({ component: SetUpScreen })
