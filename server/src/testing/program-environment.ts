/**
 * The part of this process's environment that a program of ours needs when a test starts it. Nothing else is passed on, so that
 * settings of the machine change no test. The modules that it loads were compiled by earlier programs of the same run.
 */
export const programEnvironment: NodeJS.ProcessEnv = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
