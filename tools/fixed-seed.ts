/**
 * Property tests draw the same cases in every run, so that a run tells what a change did. Other cases are drawn by
 * `npm run fuzz`, which gives each round a different seed.
 */
import { configureGlobal } from 'fast-check'

configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 20_261_122) })
