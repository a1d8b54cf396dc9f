import { type ElsewhereLanguage, elsewhere } from './language.ts'

const say =
  '(?:ecri|appel|contact|envo|joi|ajout|retrouv|repon|parl|continu|pass|discut|bascul|text|transf|voy|voi|poursui|echang|rejoi|laiss|mett|not)[a-z]*'
const device = '(?:numero|portable|telephone|mobile|tel|ligne|gsm|natel|APP)'
const own = '(?:mon|ma|son|sa|votre|ton|ta)'
const privately = '(?:prive|privee|personnel|personnelle|perso)'

export const french: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${say}[- ](?:[a-z'-]+ ){0,5}?(?:sur|via|par|a) (?:mon |ton |votre |le )?APP\\b`,
    '\\b(?:vous avez|avez-vous|tu as|as-tu|vous utilisez|tu utilises|utilisez-vous) APP\\b',
    "\\b(?:vous etes|etes-vous|tu es|es-tu|t'es) sur APP\\b",
    "\\bmon (?:numero |compte |identifiant )?APP (?:est|c'est)\\b",
    '\\b(?:ajoute|ajoutez)-moi sur APP\\b',
  ),
  private: elsewhere(
    `\\b(?:sur|a|au|de|depuis|via|par|avec|utilise[zr]?|voici|prene[zr]|prends|note[zr]?|c'est) (?:(?:mon|ma|son|sa|votre|ton|ta) )(?:autre )?${device} ${privately}\\b`,
    `\\bmon ${device} ${privately}(?: est|,? c'est| :|:)`,
    '\\b(?:ecri|appel|parl|contact|discut|repon)[a-z]*(?:[- ][a-z]+){0,3} en prive\\b',
    `\\bde ${own} ${device} ${privately}\\b`,
  ),
  mail: elsewhere(
    `\\b(?:sur|a|de|depuis|via|par|dans) (?:mon|ma|son|sa) (?:adresse |boite |compte )?(?:e-?mail |mail |courriel |messagerie |adresse )?${privately}\\b(?=[\\s,.;:!?]*$|[,.;:]| (?:s'il|svp|stp|ce|cet|demain|plutot|pour|plus|et|car|avec|parce))`,
    `\\b(?:sur|a|de|depuis|via|par|dans) (?:mon|ma|son|sa) (?:adresse|boite|messagerie|e-?mail|mail|courriel)(?: (?:e-?mail|mail|electronique))? ${privately}\\b`,
    '\\b(?:sur|a|de|depuis|via|par|dans) (?:mon|ma) (?:adresse |compte |boite )?HOST\\b',
  ),
  unwritten: elsewhere(
    "\\b(?:plutot|mieux vaut|je prefere|prefere|preferons) (?:ne )?pas (?:[a-z' ]{0,20})(?:par ecrit|ici|dans ce chat|par (?:mail|message|sms))(?=[\\s,.;:!?]*$|[,.;:])",
    "\\b(?:ne parlons pas|n'en parlons pas|n'en discutons pas|ne discutons pas|n'ecrivez pas|n'ecris pas|ne l'ecrivez pas|ne l'ecris pas|ne mettez pas|ne mets pas)(?: [a-z]+){0,3} (?:ici|par ecrit|dans ce chat)(?=[\\s,.;:!?]*$|[,.;:])",
    '^(?:pas|rien|jamais) (?:de cela |de ca )?par ecrit\\b',
    '^(?:pas|surtout pas) ici(?=[\\s,.;:!?]*$|,)',
  ),
  unless:
    /\b(?:ne|n'[a-z]+|jamais|aucun|aucune|sans|interdit|interdite|autorise|autorises|politique|reglement|conformite|arnaque|fraude|action|actions|panne|formulaire|dossier|fiche|mot de passe)\b/,
  aside: /\bpourquoi (?:ne )?pas\b|\bou pas\b|\bn'est-ce pas\b|\bn'hesitez pas a\b|\bn'hesite pas a\b/,
}
