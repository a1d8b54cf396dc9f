import type { Grammar } from './grammar.ts'

/** French. */
export const frenchSentences: Grammar = {
  language: 'French',
  slots: {
    thing: `commande,carte,compte,virement,remboursement,colis,réservation,vol,facture,contrat,prêt,application,valise,livraison`,
    when: `aujourd'hui,demain,vendredi,cet après-midi,lundi,la semaine prochaine,à 15h,avant la clôture`,
    span: `deux heures,trois jours,une semaine,un mois,45 minutes,10 jours`,
    who: `le conseiller,votre personnel,le livreur,ma conseillère,Sophie,l'équipe,le service client,le directeur`,
    doc: `contrat,relevé,rapport,devis,document,fichier,justificatif`,
    fault: `ne fonctionne pas,n'est toujours pas arrivée,est arrivée cassée,a été annulée sans prévenir,est bloquée,a été débitée deux fois,est perdue,plante tout le temps`,
    verb: `m'envoyer le {doc},annuler ma {thing},virer 500 euros,réserver une table,me rappeler {when},mettre à jour mon adresse,acheter 100 actions,confirmer le rendez-vous,vérifier le {doc},bloquer ma carte,changer la date`,
  },
  templates: {
    question: `quand arrive ma {thing} ?
quels sont les frais ?
combien ça coûte ?
à quelle heure ouvrez-vous {when} ?
où puis-je voir ma {thing} ?
comment changer mon code ?
est-ce que vous êtes ouverts {when} ?
avez-vous reçu le {doc} ?
y a-t-il des frais pour un virement ?
quels documents faut-il ?
qui est mon conseiller ?
tu es où
tu viens {when} ?
c'est quoi le taux ?
pourquoi c'est en attente ?
peut-on payer en plusieurs fois ?
est-ce possible en ligne ?
quel est le délai ?
ça va ?
tu en penses quoi ?
vous avez des nouvelles ?`,
    request: `pouvez-vous {verb} ?
pourriez-vous {verb}, s'il vous plaît ?
merci de {verb}
veuillez {verb}
je voudrais {verb}
j'aimerais {verb}
j'ai besoin de {verb}
envoyez-moi le {doc} svp
envoie-moi le {doc} stp
rappelez-moi {when}
j'ai besoin du {doc} pour {when}
dites-moi quand c'est prêt
tenez-moi au courant
je souhaite {verb}
aidez-moi avec ma {thing}
je cherche un hôtel près de la gare
merci de confirmer
merci de me transmettre le {doc}
peux-tu {verb} ?
il me faut le {doc} {when}
faites le nécessaire s'il vous plaît`,
    complaint: `ma {thing} {fault}
ma {thing} {fault} !
ma {thing} {fault} et personne ne répond
j'attends ma {thing} depuis {span}
ça fait {span} que j'attends
toujours pas de réponse depuis {span}
je n'ai toujours pas reçu ma {thing}
c'est inadmissible
c'est honteux
service client nul
votre service est lamentable
{who} a été très désagréable
{who} m'a raccroché au nez
je suis très déçu par {who}
je suis mécontent
j'en ai marre d'attendre
je veux porter plainte
je souhaite faire une réclamation
remboursez-moi
j'exige un remboursement
vous m'avez débité deux fois
des frais sans mon accord, c'est inacceptable
personne ne répond au téléphone
personne n'est capable de m'aider
pourquoi personne ne répond ?
où est ma {thing} ? ça fait {span} !
c'est la troisième fois que ma {thing} {fault}
bande de voleurs
plus jamais chez vous
je vais fermer mon compte
l'application plante sans arrêt
le repas était froid et le serveur impoli
on m'a promis un rappel et rien
j'ai perdu de l'argent à cause de votre erreur
à fuir
quelle honte
une vraie catastrophe`,
    compliment: `excellent service
{who} a été très gentil
{who} est formidable
merci beaucoup, {who} a été très professionnel
j'adore la nouvelle application
je suis ravi du service
très bon travail
bravo à toute l'équipe
félicitations pour ce résultat
le meilleur service
service rapide et efficace, parfait
je recommande vivement
super accueil
vous êtes au top
c'est génial
très beau travail
un grand merci à {who}, impeccable
très satisfait de ma {thing}
c'était délicieux
chapeau
personnel adorable`,
    other: `ok
d'accord
merci
merci beaucoup
de rien
je suis en réunion
j'arrive dans dix minutes
à demain
bonjour
bonne soirée
ci-joint le {doc}
je vous ai envoyé le {doc} hier
votre {thing} est confirmée
la réunion est {when}
oui, parfait
non merci
je pense que oui
je ne sais pas
je suis absent {when}
je vous appelle {when}
le marché a clôturé en hausse
hier je suis allé au cinéma
joyeux anniversaire
il travaille à Lyon
mdr
désolé, j'étais occupé
nous avons bien reçu votre {doc}
c'est noté`,
  },
}
