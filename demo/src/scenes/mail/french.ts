import type { Script } from '#scene.ts'

export const frenchMails: Script = {
  language: 'fr',
  text: `
# fr-mail-review | review | mail
s: Votre bilan du {lastquarter}
r: Vous trouverez ci-joint le bilan du trimestre : {pct} après frais. // Nous proposons de ne rien changer, hormis le rééquilibrage habituel. // Seriez-vous libre {weekday} à {time} ?
> attach pdf
c: {Merci, c’est limpide|Bien reçu} ; {weekday} me convient.

# fr-mail-notary | transfer | mail
s: Virement au notaire
c: Merci de prévoir {big} pour le {day}.
r: C’est noté. Je vous appelle avant de libérer les fonds, comme convenu.
`,
}
