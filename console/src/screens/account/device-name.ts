/** Browsers by a word of their user agent. The first match counts, because most user agents name several. */
const browsers: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*Safari\//, 'Safari'],
]
const systems: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** The name of the browser and device of a user agent. */
export function deviceName(agent: string | undefined): string {
  const nameIn = (list: typeof browsers) => list.find(([pattern]) => pattern.test(agent ?? ''))?.[1]
  const [browser, system] = [nameIn(browsers), nameIn(systems)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}
