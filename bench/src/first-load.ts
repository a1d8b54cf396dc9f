import type { Claim } from './figures.ts'
export const firstLoad: Claim = { name: 'first-load', measure: () => Promise.resolve([]) }
