import { createFileRoute } from '@tanstack/react-router'
import { FirstScreen } from '#shell/FirstScreen.tsx'

export const Route = createFileRoute('/_shell/')({ component: FirstScreen })
