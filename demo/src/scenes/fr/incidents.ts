import type { Script } from '#scene.ts'

export const frenchIncidents: Script = {
  language: 'fr',
  text: `
# fr-guarantee | incident | end hit=guarantees:breach
r: C’est un placement {sans risque|à rendement garanti}, {pct} par an. {Il faut se décider vite|Je l’ai pris pour ma mère}.
c: {Vraiment|Sans aucun risque} ?

# fr-off | incident | end hit=off-channel:breach
r: Écrivez-moi plutôt sur mon numéro perso, {ici tout est conservé|ce sera plus simple}.
c: {D’accord|Entendu}.

# fr-gift | incident | hit=gifts:minor
c: Je vous ai laissé un petit cadeau à l’accueil, {du miel de chez nous|trois fois rien}.
r: {Comme c’est gentil|Il ne fallait pas} ! Je le note au registre, c’est la règle.

# fr-cash | incident | end hit=unusual-payments:breach
c: Peut-on vous remettre {amount} en espèces ?
r: Non, jamais. D’où viennent ces fonds ?
c: {Laissez tomber|D’une vente}.

# fr-rude | incident | end hit=profanity:minor
c: Merde, encore un code refusé ! {Troisième fois|Je deviens fou}.
r: {Je comprends|Désolé}, je m’en occupe.

# fr-complaint-formal | incident | end hit=complaints:breach
c: Voici ma réclamation : {deux prélèvements de {small} le même jour|un ordre passé deux fois}. {Je saisirai le médiateur|}
r: Elle est enregistrée, {ref}. Une personne qui ne connaît pas le dossier vous répondra.
`,
}
