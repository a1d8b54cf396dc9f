import type { Script } from '#scene.ts'

export const germanMails: Script = {
  language: 'de',
  text: `
# de-mail-review | review | mail
s: Ihr Bericht zum {lastquarter}
r: anbei erhalten Sie den Bericht: {pct} nach allen Kosten. // Wir schlagen vor, nichts zu ändern außer der üblichen Anpassung. // Passt Ihnen der {weekday} um {time}?
> attach pdf
c: {vielen Dank, sehr übersichtlich|danke}. {weekday} passt mir gut.

# de-mail-tax | tax | mail
s: Steuerbescheinigung {lastyear}
c: könnten Sie mir die Bescheinigung für {lastyear} noch einmal schicken?
r: gerne, sie liegt bei. Das Original kommt per Post.
> attach pdf
`,
}
