/**
 * Property tests use the same cases in every run, so that a run shows the effect of a change. `npm run fuzz` uses other
 * cases, and gives each round a different seed.
 */
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_122) })
