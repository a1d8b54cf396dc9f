import { createRootRouteWithContext } from '@tanstack/react-router'
import type { RouterContext } from '#shell/visit.ts'

export const Route = createRootRouteWithContext<RouterContext>()()
