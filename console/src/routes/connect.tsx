import { createFileRoute } from '@tanstack/react-router'
import { OnboardingScreen } from '#screens/account-links/OnboardingScreen.tsx'

export const Route = createFileRoute('/connect')({ component: OnboardingScreen })
