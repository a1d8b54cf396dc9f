import { createRootRouteWithContext } from '@tanstack/react-router'
import type { RouterContext } from '#shell/house.ts'

export const Route = createRootRouteWithContext<RouterContext>()()
