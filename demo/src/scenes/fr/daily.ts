import type { Script } from '#scene.ts'

export const frenchDaily: Script = {
  language: 'fr',
  text: `
# fr-welcome | onboarding
r: Bienvenue chez nous. Je suis {repfull}, {votre interlocuteur au quotidien|à votre disposition pour toute question}.
c: Merci. {Que dois-je faire maintenant|Quelle est la suite} ?
r: Déposer {document} sur {portal}, puis répondre au questionnaire, {dix minutes|rien de sorcier}.
c: {Je m’en occupe ce soir|C’est fait}.

# fr-review | review
r: Votre point du {lastquarter} est prêt : {pct}, {légèrement au-dessus|un peu en dessous} de l’indice.
> attach pdf
c: {Qu’est-ce qui a tiré vers le bas|À quoi le doit-on} ?
r: Surtout {fund}. La page {3|4} en dit plus.
c: On {change quelque chose|garde tel quel} ?
r: {On garde|Un petit ajustement}, je vous explique {weekday}.

# fr-meeting | scheduling
c: Auriez-vous {un moment|une demi-heure} {weekday} ?
r: À {time}, {place} ?
c: {Parfait|Plutôt en visio}.

# fr-move | scheduling
c: Je suis {coincé à {city}|désolé, un empêchement}. Peut-on décaler au {soon} ?
r: {Bien sûr|Aucun souci}, même heure.

# fr-transfer | transfer
c: Pourriez-vous virer {amount} sur mon compte courant ?
r: Volontiers. Je vous rappelle d’abord pour confirmer, c’est la règle.
c: {Je suis joignable|Dans dix minutes}.
> wait 20m
r: Confirmé, vous l’aurez {weekday}.

# fr-notary | transfer
c: Signature chez le notaire le {day}. Il faut {big} {l’avant-veille|trois jours avant}.
r: {Félicitations|Belle nouvelle} ! Je vends {weekday} pour être large.
c: {Vous pensez à tout|Parfait}.

# fr-fees | fees
c: À quoi correspondent les {small} prélevés le {past} ?
r: Aux frais de gestion du {lastquarter}, {smallpct} par an.
c: {D’accord, merci|C’est bien ce que je pensais}.

# fr-documents | documents
r: Il nous manque {document}, {l’ancien a expiré|de moins de trois mois}.
c: {Une photo suffit|En photo, ça ira} ?
r: Oui, sur {portal}, pas ici s’il vous plaît.
> wait 3h
r: Bien reçu, dossier complet.

# fr-tax | tax
c: Mon comptable réclame l’imprimé fiscal {lastyear}.
r: Le voici.
> attach pdf
c: {Vous me sauvez|Il va être content}.

# fr-market | market
c: {company} perd {pct} {ce matin|depuis hier}. {Inquiétant|On vend} ?
r: Nous en avons très peu, via {fund}. Je ne réagirais pas à une matinée.
c: {Sage|Bien}.

# fr-drop | drop
c: Quelle dégringolade ! {Faut-il vendre|Je ne dors plus} ?
r: Vos trois prochaines années de dépenses ne sont pas en actions. {Rien à vendre|Respirons}.
c: {Vous avez raison|Facile à dire}…
r: Je vous appelle {à {time}|ce soir}, d’accord ?

# fr-order | orders
c: Achetez {units} {company}, limite {price}.
r: Je confirme : achat de {units} {company} à {price}, valable jusqu’au {day}.
c: {C’est ça|Exact}.
> wait 1h
r: Exécuté en totalité.

# fr-life | life
c: {child} se marie en {nextmonth} ! {On voudrait aider un peu|Nous donnons {amount}}.
r: {Toutes mes félicitations|Quelle joie} ! Je note la donation, avec la date.

# fr-praise | compliment
c: Un grand merci pour {votre patience avec maman|ce dossier bouclé en deux jours}. {Chapeau|Du beau travail}.
r: {Cela me touche|Merci infiniment}, je transmets à {colleague}.

# fr-complaint | complaint | end hit=complaints:minor
c: {Deux mois|Six semaines} d’attente ! Je vais faire une réclamation.
r: Vous en avez le droit et je suis désolé. Je l’enregistre sous {ref}.
c: {J’attends une réponse écrite|Bien}.

# fr-portal | portal
c: Impossible d’entrer sur {portal}, {code refusé|page blanche}.
r: L’heure du téléphone est-elle automatique ?
c: {Ah. Non|Voilà, c’était ça}. {Ça marche|Merci}.

# fr-talk | small talk
c: Bons baisers de {city} ! 🌞
> attach scan
r: {Profitez bien|Quelle chance} ! Ici il pleut.
`,
}
