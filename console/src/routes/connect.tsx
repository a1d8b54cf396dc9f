import { createFileRoute } from '@tanstack/react-router'
import { OnboardingScreen } from '#screens/onboarding/OnboardingScreen.tsx'

export const Route = createFileRoute('/connect')({ component: OnboardingScreen })
