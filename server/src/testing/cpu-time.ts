/** The time of the processor that this thread has used, in ms. Other programs of a busy machine do not add to it. */
export function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
