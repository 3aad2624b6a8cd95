<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name></name>
    <message>
        <source>&amp;Encoder self-attention</source>
        <translation>Auto-attention de l’&amp;encodeur</translation>
    </message>
    <message>
        <source>How source pieces look at one another</source>
        <translation>Comment les pièces de la source se regardent entre elles</translation>
    </message>
    <message>
        <source>source input bidirectional</source>
        <translation>source entrée bidirectionnelle</translation>
    </message>
    <message>
        <source>&amp;Decoder masked self-attention</source>
        <translation>Auto-attention masquée du &amp;décodeur</translation>
    </message>
    <message>
        <source>How the written pieces look back at one another</source>
        <translation>Comment les pièces écrites regardent celles qui les précèdent</translation>
    </message>
    <message>
        <source>causal target output</source>
        <translation>causale cible sortie</translation>
    </message>
    <message>
        <source>&amp;Cross-attention</source>
        <translation>Attention &amp;croisée</translation>
    </message>
    <message>
        <source>How the written pieces look at the source</source>
        <translation>Comment les pièces écrites regardent la source</translation>
    </message>
    <message>
        <source>encoder-decoder source target</source>
        <translation>encodeur-décodeur source cible</translation>
    </message>
    <message>
        <source>&amp;Layer below</source>
        <translation>Couche &amp;inférieure</translation>
    </message>
    <message>
        <source>Show the layer before this one</source>
        <translation>Afficher la couche précédente</translation>
    </message>
    <message>
        <source>previous depth</source>
        <translation>précédente profondeur</translation>
    </message>
    <message>
        <source>Layer &amp;above</source>
        <translation>Couche &amp;supérieure</translation>
    </message>
    <message>
        <source>Show the layer after this one</source>
        <translation>Afficher la couche suivante</translation>
    </message>
    <message>
        <source>next depth</source>
        <translation>suivante profondeur</translation>
    </message>
    <message>
        <source>&amp;Head before</source>
        <translation>&amp;Tête précédente</translation>
    </message>
    <message>
        <source>Show the head before this one</source>
        <translation>Afficher la tête précédente</translation>
    </message>
    <message>
        <source>Head a&amp;fter</source>
        <translation>Tête sui&amp;vante</translation>
    </message>
    <message>
        <source>Show the head after this one</source>
        <translation>Afficher la tête suivante</translation>
    </message>
    <message>
        <source>&amp;Mean over heads</source>
        <translation>&amp;Moyenne des têtes</translation>
    </message>
    <message>
        <source>Show the mean over all heads of the layer</source>
        <translation>Afficher la moyenne de toutes les têtes de la couche</translation>
    </message>
    <message>
        <source>average</source>
        <translation>moyenner</translation>
    </message>
    <message>
        <source>Matrix or l&amp;ines</source>
        <translation>Matrice ou tr&amp;aits</translation>
    </message>
    <message>
        <source>Show the same weights as a matrix or as lines between the words</source>
        <translation>Montrer les mêmes poids en matrice ou en traits entre les mots</translation>
    </message>
    <message>
        <source>bipartite view heatmap diagram</source>
        <translation>biparti vue carte de chaleur diagramme</translation>
    </message>
    <message>
        <source>Pieces or &amp;words</source>
        <translation>Pièces ou m&amp;ots</translation>
    </message>
    <message>
        <source>Show the attention of pieces or of whole words</source>
        <translation>Montrer l’attention des pièces ou des mots entiers</translation>
    </message>
    <message>
        <source>tokens subwords merge</source>
        <translation>jetons sous-mots fusionner</translation>
    </message>
    <message>
        <source>&amp;Switch this head off or on</source>
        <translation>Couper ou rétab&amp;lir cette tête</translation>
    </message>
    <message>
        <source>Translate again with the selected head off, or on again</source>
        <translation>Retraduire avec la tête choisie coupée, ou rétablie</translation>
    </message>
    <message>
        <source>disable enable ablation ablate prune mask out</source>
        <translation>désactiver activer ablation couper élaguer masquer</translation>
    </message>
    <message>
        <source>Swi&amp;tch all heads of this layer off or on</source>
        <translation>Couper ou rétablir toute la co&amp;uche</translation>
    </message>
    <message>
        <source>Translate again with all heads of the selected layer off, or on again</source>
        <translation>Retraduire avec toutes les têtes de la couche choisie coupées, ou rétablies</translation>
    </message>
    <message>
        <source>disable enable ablation ablate prune</source>
        <translation>désactiver activer ablation couper élaguer</translation>
    </message>
    <message>
        <source>Leave onl&amp;y this head on in its layer</source>
        <translation>Ne garder que cette tête dans sa couc&amp;he</translation>
    </message>
    <message>
        <source>Translate again with all other heads of the layer off</source>
        <translation>Retraduire avec toutes les autres têtes de la couche coupées</translation>
    </message>
    <message>
        <source>disable others ablation isolate solo single</source>
        <translation>désactiver les autres ablation isoler seule</translation>
    </message>
    <message>
        <source>&amp;Restore all heads</source>
        <translation>Tout &amp;rétablir</translation>
    </message>
    <message>
        <source>Switch all heads on and translate again</source>
        <translation>Rétablir toutes les têtes et traduire de nouveau</translation>
    </message>
    <message>
        <source>switch on enable ablation undo pruning</source>
        <translation>rallumer activer ablation annuler élagage</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Fichier</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>É&amp;dition</translation>
    </message>
    <message>
        <source>&amp;Translate</source>
        <translation>&amp;Traduire</translation>
    </message>
    <message>
        <source>Histor&amp;y</source>
        <translation>Histori&amp;que</translation>
    </message>
    <message>
        <source>&amp;Attention</source>
        <translation>&amp;Attention</translation>
    </message>
    <message>
        <source>&amp;Panels</source>
        <translation>&amp;Panneaux</translation>
    </message>
    <message>
        <source>&amp;This panel</source>
        <translation>&amp;Ce panneau</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>A&amp;ide</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>Afficha&amp;ge</translation>
    </message>
    <message>
        <source>&amp;Copy translation</source>
        <translation>&amp;Copier la traduction</translation>
    </message>
    <message>
        <source>Copy the whole translation as text</source>
        <translation>Copier toute la traduction sous forme de texte</translation>
    </message>
    <message>
        <source>clipboard result output</source>
        <translation>presse-papiers résultat sortie</translation>
    </message>
    <message>
        <source>Copy &amp;picture</source>
        <translation>Copier l’ima&amp;ge</translation>
    </message>
    <message>
        <source>Copy the picture of the panel in use</source>
        <translation>Copier l’image du panneau actif</translation>
    </message>
    <message>
        <source>clipboard image screenshot figure</source>
        <translation>presse-papiers photo capture figure</translation>
    </message>
    <message>
        <source>Copy ta&amp;ble</source>
        <translation>Copier le ta&amp;bleau</translation>
    </message>
    <message>
        <source>Copy the numbers of the panel in use, for a spreadsheet</source>
        <translation>Copier les nombres du panneau actif, pour un tableur</translation>
    </message>
    <message>
        <source>clipboard data values cells</source>
        <translation>presse-papiers données valeurs cellules nombres</translation>
    </message>
    <message>
        <source>Copy te&amp;xt of the hypothesis</source>
        <translation>Copier le te&amp;xte de l’hypothèse</translation>
    </message>
    <message>
        <source>Copy what the hypothesis that is shown has written so far</source>
        <translation>Copier ce que l’hypothèse affichée a écrit jusqu’ici</translation>
    </message>
    <message>
        <source>clipboard beam</source>
        <translation>presse-papiers faisceau</translation>
    </message>
    <message>
        <source>Copy &amp;alignment as Pharaoh</source>
        <translation>Copier l’alig&amp;nement (Pharaoh)</translation>
    </message>
    <message>
        <source>Copy the aligned pairs of the Alignment panel: 0-0 1-2 …</source>
        <translation>Copier les paires alignées du panneau Alignement&#xa0;: 0-0 1-2 …</translation>
    </message>
    <message>
        <source>clipboard word pairs links</source>
        <translation>presse-papiers paires de mots liens</translation>
    </message>
    <message>
        <source>Copy aligned &amp;words</source>
        <translation>Copier les &amp;mots alignés</translation>
    </message>
    <message>
        <source>Copy the words that the pairs count, as source ||| target</source>
        <translation>Copier les mots que comptent les paires, comme source ||| cible</translation>
    </message>
    <message>
        <source>clipboard tokens fast_align</source>
        <translation>presse-papiers jetons fast_align</translation>
    </message>
    <message>
        <source>&amp;Go to source text</source>
        <translation>&amp;Aller au texte source</translation>
    </message>
    <message>
        <source>Put the cursor into the source editor</source>
        <translation>Placer le curseur dans l’éditeur de la source</translation>
    </message>
    <message>
        <source>focus type input write</source>
        <translation>curseur saisir entrée écrire</translation>
    </message>
    <message>
        <source>Insert &amp;mask</source>
        <translation>&amp;Insérer un masque</translation>
    </message>
    <message>
        <source>Put a mask where the cursor is, for a model that fills masks in</source>
        <translation>Mettre un masque à la place du curseur, pour un modèle qui complète les masques</translation>
    </message>
    <message>
        <source>blank gap fill bert cloze</source>
        <translation>trou blanc compléter bert texte à trous</translation>
    </message>
    <message>
        <source>Cl&amp;ear</source>
        <translation>&amp;Effacer</translation>
    </message>
    <message>
        <source>delete erase new reset</source>
        <translation>supprimer vider nouveau recommencer</translation>
    </message>
    <message>
        <source>Empty the source text and begin anew</source>
        <translation>Vider le texte source et recommencer</translation>
    </message>
    <message>
        <source>&amp;Open trace…</source>
        <translation>&amp;Ouvrir une trace…</translation>
    </message>
    <message>
        <source>load saved file recording</source>
        <translation>charger fichier enregistré</translation>
    </message>
    <message>
        <source>&amp;Save trace…</source>
        <translation>&amp;Enregistrer la trace…</translation>
    </message>
    <message>
        <source>store keep file recording</source>
        <translation>sauvegarder garder fichier</translation>
    </message>
    <message>
        <source>Open &amp;model folder…</source>
        <translation>Ouvrir un &amp;modèle…</translation>
    </message>
    <message>
        <source>Choose a folder with a model to translate with</source>
        <translation>Choisir le dossier d’un modèle avec lequel traduire</translation>
    </message>
    <message>
        <source>load network weights checkpoint language</source>
        <translation>charger réseau poids dossier langue</translation>
    </message>
    <message>
        <source>Open model &amp;file…</source>
        <translation>Ouvrir un fic&amp;hier de modèle…</translation>
    </message>
    <message>
        <source>Choose a zip file with a model to translate with, as OPUS-MT hands them out</source>
        <translation>Choisir un fichier zip contenant un modèle pour traduire, comme OPUS-MT en distribue</translation>
    </message>
    <message>
        <source>load network weights zip archive unpack</source>
        <translation>charger réseau poids zip archive décompresser</translation>
    </message>
    <message>
        <source>Mo&amp;dels…</source>
        <translation>Mo&amp;dèles…</translation>
    </message>
    <message>
        <source>The models on this machine, and a search for others to download</source>
        <translation>Les modèles présents sur cette machine, et une recherche d’autres à télécharger</translation>
    </message>
    <message>
        <source>&amp;Built-in model</source>
        <translation>Modèle &amp;intégré</translation>
    </message>
    <message>
        <source>Go back to the English–French model that comes with Diaphane</source>
        <translation>Revenir au modèle anglais–français fourni avec Diaphane</translation>
    </message>
    <message>
        <source>save weights matrix data npz spreadsheet</source>
        <translation>enregistrer poids matrice données npz tableur</translation>
    </message>
    <message>
        <source>Export &amp;view…</source>
        <translation>Exporter la &amp;vue…</translation>
    </message>
    <message>
        <source>save share web print</source>
        <translation>enregistrer partager web imprimer</translation>
    </message>
    <message>
        <source>Save &amp;picture of the window…</source>
        <translation>Enregistrer l’image de la &amp;fenêtre…</translation>
    </message>
    <message>
        <source>exit leave</source>
        <translation>sortir fermer</translation>
    </message>
    <message>
        <source>Show a translation that was saved with all it showed</source>
        <translation>Afficher une traduction enregistrée avec tout ce qu’elle montrait</translation>
    </message>
    <message>
        <source>Save everything this translation showed: steps, candidates, scores, attention</source>
        <translation>Enregistrer tout ce que cette traduction a montré&#xa0;: étapes, candidats, scores, attention</translation>
    </message>
    <message>
        <source>download get hub hugging face opus delete manage install</source>
        <translation>télécharger obtenir hub hugging face opus supprimer gérer installer</translation>
    </message>
    <message>
        <source>default network language</source>
        <translation>défaut réseau langue</translation>
    </message>
    <message>
        <source>&amp;Export attention…</source>
        <translation>E&amp;xporter l’attention…</translation>
    </message>
    <message>
        <source>Write the selected matrix as CSV, or all attention of this hypothesis for NumPy</source>
        <translation>Écrire la matrice sélectionnée en CSV, ou toute l’attention de cette hypothèse pour NumPy</translation>
    </message>
    <message>
        <source>Write the panel in use as PNG, SVG or PDF, with text and cells as shapes</source>
        <translation>Écrire le panneau actif en PNG, SVG ou PDF, texte et cases restant des formes</translation>
    </message>
    <message>
        <source>save image figure picture vector print</source>
        <translation>enregistrer image figure vectoriel imprimer</translation>
    </message>
    <message>
        <source>Export &amp;report…</source>
        <translation>Exporter un &amp;rapport…</translation>
    </message>
    <message>
        <source>Write this translation as one HTML page that needs no network</source>
        <translation>Écrire cette traduction en une seule page HTML, lisible sans réseau</translation>
    </message>
    <message>
        <source>Save what the window shows as a PNG file</source>
        <translation>Enregistrer ce que montre la fenêtre dans un fichier PNG</translation>
    </message>
    <message>
        <source>screenshot image print screen</source>
        <translation>capture d’écran photo</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Quitter</translation>
    </message>
    <message>
        <source>Close the window and end the program</source>
        <translation>Fermer la fenêtre et quitter le programme</translation>
    </message>
    <message>
        <source>What am I loo&amp;king at?</source>
        <translation>&amp;Que vois-je ici&#xa0;?</translation>
    </message>
    <message>
        <source>Explain the panel with the focus, with its formula</source>
        <translation>Expliquer le panneau actif, avec sa formule</translation>
    </message>
    <message>
        <source>help documentation manual formula</source>
        <translation>aide documentation manuel formule</translation>
    </message>
    <message>
        <source>&amp;Take the tour</source>
        <translation>&amp;Visite guidée</translation>
    </message>
    <message>
        <source>Show in four steps what is where in the window</source>
        <translation>Montrer en quatre étapes ce qui se trouve où dans la fenêtre</translation>
    </message>
    <message>
        <source>help introduction tutorial welcome getting started</source>
        <translation>aide introduction tutoriel bienvenue premiers pas</translation>
    </message>
    <message>
        <source>&amp;Find a command…</source>
        <translation>&amp;Chercher une commande…</translation>
    </message>
    <message>
        <source>Carry out any command by typing a few letters of it</source>
        <translation>Lancer une commande en tapant quelques-unes de ses lettres</translation>
    </message>
    <message>
        <source>search palette action</source>
        <translation>rechercher palette action</translation>
    </message>
    <message>
        <source>Keyboard &amp;shortcuts</source>
        <translation>&amp;Raccourcis clavier</translation>
    </message>
    <message>
        <source>Show &amp;log…</source>
        <translation>Afficher le &amp;journal…</translation>
    </message>
    <message>
        <source>What the program has done and what went wrong, without your texts</source>
        <translation>Ce que le programme a fait et ce qui a échoué, sans vos textes</translation>
    </message>
    <message>
        <source>errors crash trace fault bug report problem debug</source>
        <translation>erreurs plantage trace panne bogue rapport problème débogage</translation>
    </message>
    <message>
        <source>info information credits device</source>
        <translation>infos informations crédits appareil</translation>
    </message>
    <message>
        <source>All commands with their keys</source>
        <translation>Toutes les commandes et leurs touches</translation>
    </message>
    <message>
        <source>help hotkeys bindings</source>
        <translation>aide touches</translation>
    </message>
    <message>
        <source>&amp;About Diaphane</source>
        <translation>À &amp;propos de Diaphane</translation>
    </message>
    <message>
        <source>Versions, licence and the loaded model</source>
        <translation>Versions, licence et modèle chargé</translation>
    </message>
    <message>
        <source>&amp;Watch</source>
        <translation>&amp;Suivre</translation>
    </message>
    <message>
        <source>The sentence, its translation and one attention matrix</source>
        <translation>La phrase, sa traduction et une matrice d’attention</translation>
    </message>
    <message>
        <source>layout arrangement default overview</source>
        <translation>disposition arrangement défaut aperçu</translation>
    </message>
    <message>
        <source>All heads and the matrix of one</source>
        <translation>Toutes les têtes et la matrice de l’une d’elles</translation>
    </message>
    <message>
        <source>layout arrangement</source>
        <translation>disposition arrangement</translation>
    </message>
    <message>
        <source>S&amp;earch</source>
        <translation>&amp;Recherche</translation>
    </message>
    <message>
        <source>The tree of the search and each step&apos;s candidates</source>
        <translation>L’arbre de la recherche et les candidats de chaque étape</translation>
    </message>
    <message>
        <source>layout arrangement beam tree</source>
        <translation>disposition arrangement faisceau arbre</translation>
    </message>
    <message>
        <source>&amp;Learn</source>
        <translation>A&amp;pprendre</translation>
    </message>
    <message>
        <source>One head from Q, K and V to its output, and the masks</source>
        <translation>Une tête, de Q, K et V à sa sortie, et les masques</translation>
    </message>
    <message>
        <source>layout arrangement teach lecture</source>
        <translation>disposition arrangement enseigner cours</translation>
    </message>
    <message>
        <source>Source panel</source>
        <translation>Panneau Source</translation>
    </message>
    <message>
        <source>The text and its pieces</source>
        <translation>Le texte et ses pièces</translation>
    </message>
    <message>
        <source>input text editor</source>
        <translation>entrée texte éditeur</translation>
    </message>
    <message>
        <source>Translation panel</source>
        <translation>Panneau Traduction</translation>
    </message>
    <message>
        <source>What is written, piece by piece</source>
        <translation>Ce qui est écrit, pièce par pièce</translation>
    </message>
    <message>
        <source>output result target</source>
        <translation>sortie résultat cible</translation>
    </message>
    <message>
        <source>Heads panel</source>
        <translation>Panneau Têtes</translation>
    </message>
    <message>
        <source>All heads of a kind as small pictures</source>
        <translation>Toutes les têtes d’un type, en vignettes</translation>
    </message>
    <message>
        <source>entropy overview thumbnails</source>
        <translation>entropie aperçu vignettes</translation>
    </message>
    <message>
        <source>Attention panel</source>
        <translation>Panneau Attention</translation>
    </message>
    <message>
        <source>One attention matrix, large</source>
        <translation>Une matrice d’attention, en grand</translation>
    </message>
    <message>
        <source>heatmap matrix weights lines</source>
        <translation>carte de chaleur matrice poids traits</translation>
    </message>
    <message>
        <source>Scores panel</source>
        <translation>Panneau Scores</translation>
    </message>
    <message>
        <source>One head from Q, K and V to its output</source>
        <translation>Une tête, de Q, K et V à sa sortie</translation>
    </message>
    <message>
        <source>query key value softmax dot product</source>
        <translation>requête clé valeur softmax produit scalaire</translation>
    </message>
    <message>
        <source>Masks panel</source>
        <translation>Panneau Masques</translation>
    </message>
    <message>
        <source>What each position may not look at</source>
        <translation>Ce que chaque position n’a pas le droit de regarder</translation>
    </message>
    <message>
        <source>padding causal</source>
        <translation>remplissage causal</translation>
    </message>
    <message>
        <source>Candidates panel</source>
        <translation>Panneau Candidats</translation>
    </message>
    <message>
        <source>The likeliest next pieces of the step</source>
        <translation>Les pièces suivantes les plus probables de l’étape</translation>
    </message>
    <message>
        <source>entropy distribution softmax top-k probability margin logits</source>
        <translation>entropie distribution softmax top-k probabilité marge logits</translation>
    </message>
    <message>
        <source>Beams panel</source>
        <translation>Panneau Faisceau</translation>
    </message>
    <message>
        <source>The search as a tree</source>
        <translation>La recherche sous forme d’arbre</translation>
    </message>
    <message>
        <source>search tree hypotheses</source>
        <translation>recherche arbre hypothèses</translation>
    </message>
    <message>
        <source>Alignment panel</source>
        <translation>Panneau Alignement</translation>
    </message>
    <message>
        <source>Which source word belongs to which word of the translation</source>
        <translation>Quel mot source correspond à quel mot de la traduction</translation>
    </message>
    <message>
        <source>pharaoh interlinear words</source>
        <translation>pharaoh interlinéaire mots</translation>
    </message>
    <message>
        <source>Positions panel</source>
        <translation>Panneau Positions</translation>
    </message>
    <message>
        <source>Embeddings and positional encoding</source>
        <translation>Plongements et encodage positionnel</translation>
    </message>
    <message>
        <source>sinusoid embedding encoding</source>
        <translation>sinusoïde plongement encodage</translation>
    </message>
    <message>
        <source>Layers panel</source>
        <translation>Panneau Couches</translation>
    </message>
    <message>
        <source>What each decoder layer would say, and norms</source>
        <translation>Ce que dirait chaque couche du décodeur, et les normes</translation>
    </message>
    <message>
        <source>logit lens residual stream norm</source>
        <translation>lentille logit flux résiduel norme</translation>
    </message>
    <message>
        <source>Gates panel</source>
        <translation>Panneau Portes</translation>
    </message>
    <message>
        <source>The forget gates of a recurrent decoder, such as Firefox&apos;s models have</source>
        <translation>Les portes d’oubli d’un décodeur récurrent, comme en ont les modèles de Firefox</translation>
    </message>
    <message>
        <source>ssru recurrent cell firefox bergamot forget</source>
        <translation>ssru récurrent cellule firefox bergamot oubli portes</translation>
    </message>
    <message>
        <source>Reference panel</source>
        <translation>Panneau Référence</translation>
    </message>
    <message>
        <source>Score a translation of your own</source>
        <translation>Évaluer votre propre traduction</translation>
    </message>
    <message>
        <source>teacher forcing loss perplexity cross-entropy score</source>
        <translation>forçage enseignant perte perplexité entropie croisée score</translation>
    </message>
    <message>
        <source>History panel</source>
        <translation>Panneau Historique</translation>
    </message>
    <message>
        <source>The translations of this sitting, to reopen and compare</source>
        <translation>Les traductions de cette session, à rouvrir et à comparer</translation>
    </message>
    <message>
        <source>earlier past log compare difference</source>
        <translation>anciennes passé journal comparer différence</translation>
    </message>
    <message>
        <source>Model panel</source>
        <translation>Panneau Modèle</translation>
    </message>
    <message>
        <source>The model card: architecture, parameters by part, vocabulary, files</source>
        <translation>La fiche du modèle&#xa0;: architecture, paramètres par partie, vocabulaire, fichiers</translation>
    </message>
    <message>
        <source>card network weights size licence description readme layers</source>
        <translation>fiche réseau poids taille licence description readme couches</translation>
    </message>
    <message>
        <source>Translate the source text</source>
        <translation>Traduire le texte source</translation>
    </message>
    <message>
        <source>run start go</source>
        <translation>lancer démarrer</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>&amp;Arrêter</translation>
    </message>
    <message>
        <source>Give the running translation up; what is decoded stays</source>
        <translation>Abandonner la traduction en cours&#xa0;; ce qui est décodé reste</translation>
    </message>
    <message>
        <source>cancel abort halt interrupt</source>
        <translation>annuler interrompre stop</translation>
    </message>
    <message>
        <source>&amp;Live translation</source>
        <translation>Traducti&amp;on en direct</translation>
    </message>
    <message>
        <source>Translate by itself a quarter of a second after typing stops</source>
        <translation>Traduire automatiquement un quart de seconde après la fin de la frappe</translation>
    </message>
    <message>
        <source>automatic as you type</source>
        <translation>automatique pendant la saisie</translation>
    </message>
    <message>
        <source>Sea&amp;rch…</source>
        <translation>&amp;Recherche…</translation>
    </message>
    <message>
        <source>Choose how translations are searched for: greedy, beam, sampling</source>
        <translation>Choisir la méthode de recherche&#xa0;: gloutonne, en faisceau, échantillonnage</translation>
    </message>
    <message>
        <source>greedy beam width sampling temperature top-k top-p seed length penalty alpha decoding options</source>
        <translation>gloutonne faisceau largeur échantillonnage température top-k top-p graine longueur pénalité alpha décodage options</translation>
    </message>
    <message>
        <source>Translate fro&amp;m…</source>
        <translation>Traduire &amp;de…</translation>
    </message>
    <message>
        <source>Choose the language of the source text, where the model has several</source>
        <translation>Choisir la langue du texte source, si le modèle en a plusieurs</translation>
    </message>
    <message>
        <source>Translate t&amp;o…</source>
        <translation>Traduire &amp;vers…</translation>
    </message>
    <message>
        <source>Choose the language to translate to, where the model has several</source>
        <translation>Choisir la langue dans laquelle traduire, si le modèle en a plusieurs</translation>
    </message>
    <message>
        <source>source language input choose</source>
        <translation>langue source entrée choisir</translation>
    </message>
    <message>
        <source>target language output choose into</source>
        <translation>langue cible sortie choisir</translation>
    </message>
    <message>
        <source>E&amp;xchange languages</source>
        <translation>Échan&amp;ger les langues</translation>
    </message>
    <message>
        <source>Translate the translation back, with this model or with one for the other direction</source>
        <translation>Retraduire la traduction, avec ce modèle ou avec un modèle pour l’autre sens</translation>
    </message>
    <message>
        <source>swap reverse direction back translate source target</source>
        <translation>permuter inverser sens retraduire source cible</translation>
    </message>
    <message>
        <source>What &amp;if this candidate is written</source>
        <translation>Et s&amp;i ce candidat était écrit</translation>
    </message>
    <message>
        <source>Go on with the candidate that is marked in the Candidates panel</source>
        <translation>Continuer par le candidat marqué dans le panneau Candidats</translation>
    </message>
    <message>
        <source>force piece choose word replace change</source>
        <translation>imposer pièce choisir mot remplacer changer</translation>
    </message>
    <message>
        <source>What if this candidate is n&amp;ever written</source>
        <translation>Et si ce candidat n’était &amp;jamais écrit</translation>
    </message>
    <message>
        <source>Go on without the candidate that is marked in the Candidates panel</source>
        <translation>Continuer sans le candidat marqué dans le panneau Candidats</translation>
    </message>
    <message>
        <source>block ban exclude avoid forbid</source>
        <translation>bloquer interdire exclure éviter</translation>
    </message>
    <message>
        <source>Force wor&amp;ds from this step on…</source>
        <translation>Imposer des &amp;mots dès cette étape…</translation>
    </message>
    <message>
        <source>Type words that are written from the current step on; what stands before it is kept</source>
        <translation>Saisir des mots qui sont écrits à partir de l’étape courante&#xa0;; ce qui la précède reste</translation>
    </message>
    <message>
        <source>prefix what if constrain change text</source>
        <translation>préfixe et si contraindre changer texte forcer</translation>
    </message>
    <message>
        <source>&amp;Go on from here differently…</source>
        <translation>Contin&amp;uer autrement d’ici…</translation>
    </message>
    <message>
        <source>Show the candidates of this hypothesis&apos; step, to choose another one</source>
        <translation>Montrer les candidats à l’étape de cette hypothèse, pour en choisir un autre</translation>
    </message>
    <message>
        <source>beam branch continue what if</source>
        <translation>faisceau branche poursuivre et si</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>A&amp;nnuler</translation>
    </message>
    <message>
        <source>Bring back the translation before the last “what if” or other change</source>
        <translation>Retrouver la traduction d’avant le dernier « et si » ou autre changement</translation>
    </message>
    <message>
        <source>revert back ctrl+z previous</source>
        <translation>défaire revenir ctrl+z précédent</translation>
    </message>
    <message>
        <source>Sho&amp;w this hypothesis everywhere</source>
        <translation>Afficher partout cette h&amp;ypothèse</translation>
    </message>
    <message>
        <source>Let all panels follow the hypothesis that is pointed out in the tree</source>
        <translation>Tous les panneaux suivent l’hypothèse désignée dans l’arbre</translation>
    </message>
    <message>
        <source>beam select branch</source>
        <translation>faisceau choisir branche</translation>
    </message>
    <message>
        <source>Follow the best &amp;hypothesis</source>
        <translation>Suivre la meilleure &amp;hypothèse</translation>
    </message>
    <message>
        <source>Show the best hypothesis everywhere again</source>
        <translation>Afficher à nouveau partout la meilleure hypothèse</translation>
    </message>
    <message>
        <source>winner top beam</source>
        <translation>gagnante première faisceau</translation>
    </message>
    <message>
        <source>&amp;First step</source>
        <translation>&amp;Première étape</translation>
    </message>
    <message>
        <source>Show the first step</source>
        <translation>Afficher la première étape</translation>
    </message>
    <message>
        <source>begin start rewind</source>
        <translation>début commencer rembobiner</translation>
    </message>
    <message>
        <source>Step &amp;back</source>
        <translation>Étape pré&amp;cédente</translation>
    </message>
    <message>
        <source>Show the step before</source>
        <translation>Afficher l’étape précédente</translation>
    </message>
    <message>
        <source>previous earlier</source>
        <translation>arrière reculer</translation>
    </message>
    <message>
        <source>&amp;Play or pause</source>
        <translation>&amp;Lecture ou pause</translation>
    </message>
    <message>
        <source>Play the steps one after the other, or hold</source>
        <translation>Faire défiler les étapes l’une après l’autre, ou s’arrêter</translation>
    </message>
    <message>
        <source>start run animate resume continue</source>
        <translation>jouer lancer animer reprendre continuer</translation>
    </message>
    <message>
        <source>&amp;Next step</source>
        <translation>Étape &amp;suivante</translation>
    </message>
    <message>
        <source>Show the next step; decode it if it is new</source>
        <translation>Afficher l’étape suivante&#xa0;; la décoder si elle est nouvelle</translation>
    </message>
    <message>
        <source>forward advance decode one</source>
        <translation>avancer prochaine décoder</translation>
    </message>
    <message>
        <source>L&amp;ast step</source>
        <translation>Dernièr&amp;e étape</translation>
    </message>
    <message>
        <source>Show the newest step</source>
        <translation>Afficher l’étape la plus récente</translation>
    </message>
    <message>
        <source>end newest final</source>
        <translation>fin récente finale</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>Thème &amp;clair</translation>
    </message>
    <message>
        <source>Dark on light</source>
        <translation>Foncé sur clair</translation>
    </message>
    <message>
        <source>bright white day colours mode appearance</source>
        <translation>lumineux blanc jour couleurs mode apparence</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>Thème &amp;sombre</translation>
    </message>
    <message>
        <source>Light on dark</source>
        <translation>Clair sur foncé</translation>
    </message>
    <message>
        <source>black night colours mode appearance</source>
        <translation>noir nuit foncé couleurs mode apparence</translation>
    </message>
    <message>
        <source>As the s&amp;ystem</source>
        <translation>Selon le s&amp;ystème</translation>
    </message>
    <message>
        <source>Light or dark as the system has it</source>
        <translation>Clair ou sombre, selon le système</translation>
    </message>
    <message>
        <source>automatic colours mode appearance theme</source>
        <translation>automatique couleurs mode apparence thème</translation>
    </message>
    <message>
        <source>&amp;Switch theme</source>
        <translation>Changer de &amp;thème</translation>
    </message>
    <message>
        <source>Switch between light and dark</source>
        <translation>Basculer entre clair et sombre</translation>
    </message>
    <message>
        <source>dark light mode night colours appearance</source>
        <translation>sombre clair mode nuit couleurs apparence</translation>
    </message>
    <message>
        <source>L&amp;arger text</source>
        <translation>Texte plus &amp;grand</translation>
    </message>
    <message>
        <source>Make all text larger</source>
        <translation>Agrandir tout le texte</translation>
    </message>
    <message>
        <source>zoom in bigger font size</source>
        <translation>zoom agrandir police taille</translation>
    </message>
    <message>
        <source>S&amp;maller text</source>
        <translation>Texte plus &amp;petit</translation>
    </message>
    <message>
        <source>Make all text smaller</source>
        <translation>Réduire tout le texte</translation>
    </message>
    <message>
        <source>zoom out font size</source>
        <translation>zoom réduire police taille</translation>
    </message>
    <message>
        <source>&amp;Normal text size</source>
        <translation>Taille &amp;normale du texte</translation>
    </message>
    <message>
        <source>Bring the text back to its normal size</source>
        <translation>Rendre au texte sa taille normale</translation>
    </message>
    <message>
        <source>zoom reset font default</source>
        <translation>zoom police défaut</translation>
    </message>
    <message>
        <source>&amp;Full screen</source>
        <translation>P&amp;lein écran</translation>
    </message>
    <message>
        <source>Use the whole screen</source>
        <translation>Occuper tout l’écran</translation>
    </message>
    <message>
        <source>maximise presentation projector</source>
        <translation>agrandir présentation projecteur</translation>
    </message>
    <message>
        <source>&amp;Reset layout</source>
        <translation>&amp;Rétablir la disposition</translation>
    </message>
    <message>
        <source>Bring all panels and sizes back to how they came</source>
        <translation>Rendre à tous les panneaux leur place et leur taille d’origine</translation>
    </message>
    <message>
        <source>restore default arrangement docks panels windows</source>
        <translation>réinitialiser défaut arrangement panneaux fenêtres</translation>
    </message>
    <message>
        <source>preferences options configuration language font colour map decimal</source>
        <translation>paramètres réglages options configuration langue police couleurs décimales</translation>
    </message>
    <message>
        <source>S&amp;ettings…</source>
        <translation>Préférenc&amp;es…</translation>
    </message>
    <message>
        <source>Language, theme, text size, colours and numbers</source>
        <translation>Langue, thème, taille du texte, couleurs et nombres</translation>
    </message>
    <message>
        <source>mean over heads</source>
        <translation>moyenne des têtes</translation>
    </message>
    <message>
        <source>head {head}</source>
        <translation>tête {head}</translation>
    </message>
    <message>
        <source>{kind}, layer {layer}, {head}</source>
        <translation>{kind}, couche {layer}, {head}</translation>
    </message>
    <message>
        <source>Mask of {kind}</source>
        <translation>Masque&#xa0;: {kind}</translation>
    </message>
    <message>
        <source>query \ key</source>
        <translation>requête \ clé</translation>
    </message>
    <message>
        <source>entropy (nats)</source>
        <translation>entropie (nats)</translation>
    </message>
    <message>
        <source>mean</source>
        <translation>moyenne</translation>
    </message>
    <message>
        <source>{kind}: what the heads do</source>
        <translation>{kind}&#xa0;: ce que font les têtes</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>couche</translation>
    </message>
    <message>
        <source>head</source>
        <translation>tête</translation>
    </message>
    <message>
        <source>written</source>
        <translation>écrite</translation>
    </message>
    <message>
        <source>rank</source>
        <translation>rang</translation>
    </message>
    <message>
        <source>piece</source>
        <translation>pièce</translation>
    </message>
    <message>
        <source>id</source>
        <translation>id</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>probabilité</translation>
    </message>
    <message>
        <source>log-probability</source>
        <translation>log-probabilité</translation>
    </message>
    <message>
        <source>chance to be drawn</source>
        <translation>chance d’être tirée</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>bloquée</translation>
    </message>
    <message>
        <source>Candidates of step {step}</source>
        <translation>Candidats de l’étape {step}</translation>
    </message>
    <message>
        <source>step</source>
        <translation>étape</translation>
    </message>
    <message>
        <source>hypothesis</source>
        <translation>hypothèse</translation>
    </message>
    <message>
        <source>parent</source>
        <translation>parent</translation>
    </message>
    <message>
        <source>sum of log-probabilities</source>
        <translation>somme des log-probabilités</translation>
    </message>
    <message>
        <source>penalty</source>
        <translation>pénalité</translation>
    </message>
    <message>
        <source>length</source>
        <translation>longueur</translation>
    </message>
    <message>
        <source>normaliser</source>
        <translation>diviseur</translation>
    </message>
    <message>
        <source>score</source>
        <translation>score</translation>
    </message>
    <message>
        <source>state</source>
        <translation>état</translation>
    </message>
    <message>
        <source>output</source>
        <translation>sortie</translation>
    </message>
    <message>
        <source>text</source>
        <translation>texte</translation>
    </message>
    <message>
        <source>Hypotheses of the search: “{text}”</source>
        <translation>Hypothèses de la recherche&#xa0;: «&#xa0;{text}&#xa0;»</translation>
    </message>
    <message>
        <source>finished</source>
        <translation>terminée</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>imposée</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>phrase</translation>
    </message>
    <message>
        <source>score so far</source>
        <translation>score partiel</translation>
    </message>
    <message>
        <source>{what}, piece by piece</source>
        <translation>{what}, pièce par pièce</translation>
    </message>
    <message>
        <source>Text, piece by piece</source>
        <translation>Texte, pièce par pièce</translation>
    </message>
    <message>
        <source>Translation, piece by piece</source>
        <translation>Traduction, pièce par pièce</translation>
    </message>
    <message>
        <source>position</source>
        <translation>position</translation>
    </message>
    <message>
        <source>first character</source>
        <translation>premier caractère</translation>
    </message>
    <message>
        <source>character after the last</source>
        <translation>caractère après le dernier</translation>
    </message>
    <message>
        <source>Source, piece by piece</source>
        <translation>Source, pièce par pièce</translation>
    </message>
    <message>
        <source>There is not enough memory for a picture of this size.</source>
        <translation>La mémoire ne suffit pas pour une image de cette taille.</translation>
    </message>
    <message>
        <source>A picture cannot be written as {ending}: name a file that ends in {endings}.</source>
        <translation>Une image ne peut pas s’écrire comme {ending}&#xa0;: nommez un fichier se terminant par {endings}.</translation>
    </message>
    <message>
        <source>a file without an ending</source>
        <translation>un fichier sans extension</translation>
    </message>
    <message>
        <source>This panel is not shown: bring it to the front first.</source>
        <translation>Ce panneau n’est pas affiché&#xa0;: mettez-le d’abord au premier plan.</translation>
    </message>
    <message>
        <source>Open model folder</source>
        <translation>Ouvrir un modèle</translation>
    </message>
    <message>
        <source>Open model file</source>
        <translation>Ouvrir un fichier de modèle</translation>
    </message>
    <message>
        <source>Models in a zip file (*.zip *.ZIP);;All files (*)</source>
        <translation>Modèles dans un fichier zip (*.zip *.ZIP);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation>Ouvrir une trace</translation>
    </message>
    <message>
        <source>Traces (*.trace);;All files (*)</source>
        <translation>Traces (*.trace);;Tous les fichiers (*)</translation>
    </message>
    <message>
        <source>Save trace</source>
        <translation>Enregistrer la trace</translation>
    </message>
    <message>
        <source>Traces (*.trace)</source>
        <translation>Traces (*.trace)</translation>
    </message>
    <message>
        <source>Export attention</source>
        <translation>Exporter l’attention</translation>
    </message>
    <message>
        <source>The selected matrix as CSV (*.csv);;All of this hypothesis for NumPy (*.npz)</source>
        <translation>La matrice sélectionnée en CSV (*.csv);;Toute cette hypothèse pour NumPy (*.npz)</translation>
    </message>
    <message>
        <source>This attention was not recorded: translate again to export it.</source>
        <translation>Cette attention n’a pas été enregistrée&#xa0;: retraduisez pour l’exporter.</translation>
    </message>
    <message>
        <source>Export view</source>
        <translation>Exporter la vue</translation>
    </message>
    <message>
        <source>PNG picture (*.png);;SVG drawing (*.svg);;PDF page (*.pdf)</source>
        <translation>Image PNG (*.png);;Dessin SVG (*.svg);;Page PDF (*.pdf)</translation>
    </message>
    <message>
        <source>Export report</source>
        <translation>Exporter un rapport</translation>
    </message>
    <message>
        <source>HTML page (*.html)</source>
        <translation>Page HTML (*.html)</translation>
    </message>
    <message>
        <source>Picture of “{panel}” copied.</source>
        <translation>Image de «&#xa0;{panel}&#xa0;» copiée.</translation>
    </message>
    <message>
        <source>“{panel}” has no numbers to copy just now.</source>
        <translation>«&#xa0;{panel}&#xa0;» n’a pas de nombres à copier pour l’instant.</translation>
    </message>
    <message>
        <source>Table of “{panel}” copied.</source>
        <translation>Tableau de «&#xa0;{panel}&#xa0;» copié.</translation>
    </message>
    <message>
        <source>Trace saved to {path}.</source>
        <translation>Trace enregistrée dans {path}.</translation>
    </message>
    <message>
        <source>Attention exported to {path}.</source>
        <translation>Attention exportée dans {path}.</translation>
    </message>
    <message>
        <source>View exported to {path}.</source>
        <translation>Vue exportée dans {path}.</translation>
    </message>
    <message>
        <source>Report written to {path}.</source>
        <translation>Rapport écrit dans {path}.</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Enregistrer l’image</translation>
    </message>
    <message>
        <source>PNG picture (*.png)</source>
        <translation>Image PNG (*.png)</translation>
    </message>
    <message>
        <source>Picture saved to {path}.</source>
        <translation>Image enregistrée dans {path}.</translation>
    </message>
    <message>
        <source>Text to text</source>
        <translation>D’un texte à un autre</translation>
    </message>
    <message>
        <source>Exchange languages</source>
        <translation>Échanger les langues</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Switch theme</source>
        <translation>Changer de thème</translation>
    </message>
    <message>
        <source>Another model</source>
        <translation>Un autre modèle</translation>
    </message>
    <message>
        <source>Loading the model…</source>
        <translation>Chargement du modèle…</translation>
    </message>
    <message>
        <source>No model is loaded</source>
        <translation>Aucun modèle chargé</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>{model}
Click to choose another model.</source>
        <translation>{model}
Cliquez pour choisir un autre modèle.</translation>
    </message>
    <message>
        <source>Device: {device}</source>
        <translation>Matériel&#xa0;: {device}</translation>
    </message>
    <message>
        <source>Where the network runs: {device}, numbers as {dtype}</source>
        <translation>Où tourne le réseau&#xa0;: {device}, nombres en {dtype}</translation>
    </message>
    <message>
        <source>Several languages</source>
        <translation>Plusieurs langues</translation>
    </message>
    <message>
        <source>Shown: {model}</source>
        <translation>Affiché&#xa0;: {model}</translation>
    </message>
    <message>
        <source>What is shown was made by another model:
{model}</source>
        <translation>Ce qui est affiché vient d’un autre modèle&#xa0;:
{model}</translation>
    </message>
    <message>
        <source>Search: {search}</source>
        <translation>Recherche&#xa0;: {search}</translation>
    </message>
    <message>
        <source>{heads} — Restore</source>
        <translation>{heads} — Rétablir</translation>
    </message>
    <message>
        <source>{heads}.
Click to switch all heads on again, and translate again.</source>
        <translation>{heads}.
Cliquez pour rétablir toutes les têtes et retraduire.</translation>
    </message>
    <message numerus="yes">
        <source>encoder, %n layer(s)</source>
        <translation>
            <numerusform>encodeur, %n couche</numerusform>
            <numerusform>encodeur, %n couches</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>decoder, %n layer(s)</source>
        <translation>
            <numerusform>décodeur, %n couche</numerusform>
            <numerusform>décodeur, %n couches</numerusform>
        </translation>
    </message>
    <message>
        <source>{encoder} + {decoder} layers</source>
        <translation>{encoder} + {decoder} couches</translation>
    </message>
    <message>
        <source>{encoder} encoder + {decoder} decoder layers</source>
        <translation>{encoder} couches d’encodeur + {decoder} de décodeur</translation>
    </message>
    <message>
        <source>C&amp;opy details</source>
        <translation>C&amp;opier les détails</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>Une erreur s’est produite</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>Copy the message and the details, for a bug report</source>
        <translation>Copier le message et les détails, pour un rapport d’erreur</translation>
    </message>
    <message numerus="yes">
        <source>and %n more, see the details</source>
        <comment>errors</comment>
        <translation>
            <numerusform>et %n autre, voir les détails</numerusform>
            <numerusform>et %n autres, voir les détails</numerusform>
        </translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Commande</translation>
    </message>
    <message>
        <source>Keys</source>
        <comment>of the keyboard</comment>
        <translation>Touches</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Clés</translation>
    </message>
    <message>
        <source>About Diaphane</source>
        <translation>À propos de Diaphane</translation>
    </message>
    <message>
        <source>A desktop translator you can see through: every attention head, mask and candidate of every step, as the network computed it.

The network is the Transformer of Vaswani et al., “Attention Is All You Need” (2017). Nothing you type leaves this computer.</source>
        <translation>Un traducteur de bureau transparent&#xa0;: chaque tête d’attention, chaque masque et chaque candidat de chaque étape, tels que le réseau les a calculés.

Le réseau est le Transformer de Vaswani et al., «&#xa0;Attention Is All You Need&#xa0;» (2017). Rien de ce que vous tapez ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>Apache License 2.0. Interface font: Inter, SIL OFL 1.1.</source>
        <translation>Licence Apache 2.0. Police de l’interface&#xa0;: Inter, SIL OFL 1.1.</translation>
    </message>
    <message>
        <source>{architecture}; {encoder} encoder and {decoder} decoder layers, {heads}, d_model {d_model}, d_ff {d_ff}</source>
        <translation>{architecture}&#xa0;; {encoder} couches d’encodeur et {decoder} de décodeur, {heads}, d_model {d_model}, d_ff {d_ff}</translation>
    </message>
    <message numerus="yes">
        <source>%n head(s)</source>
        <translation>
            <numerusform>%n tête</numerusform>
            <numerusform>%n têtes</numerusform>
        </translation>
    </message>
    <message>
        <source>{pieces} pieces, {parameters} parameters, up to {positions} positions</source>
        <translation>{pieces} pièces, {parameters} paramètres, jusqu’à {positions} positions</translation>
    </message>
    <message>
        <source>{count} parameters</source>
        <translation>{count} paramètres</translation>
    </message>
    <message>
        <source>This translation cannot be pinned: with it the pinned ones would take {needed} of {limit}. Unpin or remove another first.</source>
        <translation>Impossible d’épingler cette traduction&#xa0;: avec elle, les traductions épinglées prendraient {needed} sur {limit}. Désépinglez ou supprimez-en d’abord une autre.</translation>
    </message>
    <message>
        <source>{number} MB</source>
        <translation>{number}&#xa0;Mo</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>pas un nombre</translation>
    </message>
    <message>
        <source>{number} %</source>
        <translation>{number}&#xa0;%</translation>
    </message>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation>
            <numerusform>%n octet</numerusform>
            <numerusform>%n octets</numerusform>
        </translation>
    </message>
    <message>
        <source>TB</source>
        <translation>To</translation>
    </message>
    <message>
        <source>GB</source>
        <translation>Go</translation>
    </message>
    <message>
        <source>MB</source>
        <translation>Mo</translation>
    </message>
    <message>
        <source>kB</source>
        <translation>ko</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>Type a few letters of a command</source>
        <translation>Tapez quelques lettres d’une commande</translation>
    </message>
    <message>
        <source>Search the commands</source>
        <translation>Chercher parmi les commandes</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Commandes et leurs touches</translation>
    </message>
    <message>
        <source>No command has “{query}” in it.</source>
        <translation>Aucune commande ne contient «&#xa0;{query}&#xa0;».</translation>
    </message>
    <message>
        <source>Not possible just now.</source>
        <translation>Impossible pour l’instant.</translation>
    </message>
    <message>
        <source>What am I looking at?</source>
        <translation>Que vois-je ici&#xa0;?</translation>
    </message>
    <message>
        <source>Explanation</source>
        <translation>Explication</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>Words are aligned by cross-attention, from a translation to its source. This model is an encoder alone: it has no cross-attention and writes no translation.</source>
        <translation>Les mots sont alignés par l’attention croisée, d’une traduction vers sa source. Ce modèle est un encodeur seul : il n’a pas d’attention croisée et n’écrit pas de traduction.</translation>
    </message>
    <message>
        <source>Words are aligned by cross-attention, from a translation to its source. This model is a decoder alone: it has no cross-attention, and what it writes has no source.</source>
        <translation>Les mots sont alignés par l’attention croisée, d’une traduction vers sa source. Ce modèle est un décodeur seul : il n’a pas d’attention croisée, et ce qu’il écrit n’a pas de source.</translation>
    </message>
    <message>
        <source>Translate a sentence to see which of its words the words of the translation are tied to.</source>
        <translation>Traduisez une phrase pour voir à quels mots de la source sont reliés les mots de la traduction.</translation>
    </message>
    <message>
        <source>No word is written yet that could be tied to the source.</source>
        <translation>Aucun mot n’est encore écrit qui puisse être relié à la source.</translation>
    </message>
    <message>
        <source>Alignment</source>
        <translation>Alignement</translation>
    </message>
    <message>
        <source>target word →</source>
        <translation>mot cible →</translation>
    </message>
    <message>
        <source>source word →</source>
        <translation>mot source →</translation>
    </message>
    <message>
        <source>Attention between words</source>
        <translation>Attention entre les mots</translation>
    </message>
    <message>
        <source>Word under the pointer</source>
        <translation>Mot sous le pointeur</translation>
    </message>
    <message>
        <source>source: {language}</source>
        <translation>source&#xa0;: {language}</translation>
    </message>
    <message>
        <source>target: {language}</source>
        <translation>cible&#xa0;: {language}</translation>
    </message>
    <message numerus="yes">
        <source>of the grey ties the {shown} strongest are drawn, %n more not</source>
        <translation>
            <numerusform>parmi les liens gris, les {shown} plus forts sont tracés, %n autre ne l’est pas</numerusform>
            <numerusform>parmi les liens gris, les {shown} plus forts sont tracés, %n autres ne le sont pas</numerusform>
        </translation>
    </message>
    <message>
        <source>Type a sentence and translate it to see attention.</source>
        <translation>Tapez une phrase et traduisez-la pour voir l’attention.</translation>
    </message>
    <message>
        <source>There are only special tokens here, and these are hidden.</source>
        <translation>Il n’y a ici que des jetons spéciaux, et ils sont cachés.</translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read its weight.</source>
        <translation>Pointez une case, ou parcourez les cases avec les flèches du clavier, pour lire son poids.</translation>
    </message>
    <message>
        <source>Dots are labels that do not fit: point at a cell to read its two pieces.</source>
        <translation>Les points remplacent les étiquettes qui ne tiennent pas&#xa0;: pointez une case pour lire ses deux pièces.</translation>
    </message>
    <message>
        <source>Point at a word, or move over the words with the arrow keys, to see its lines alone.</source>
        <translation>Pointez un mot, ou parcourez les mots avec les flèches du clavier, pour ne voir que ses traits.</translation>
    </message>
    <message>
        <source>How the numbers are shown</source>
        <translation>Comment les nombres sont affichés</translation>
    </message>
    <message>
        <source>Weight under the pointer</source>
        <translation>Poids sous le pointeur</translation>
    </message>
    <message>
        <source>row {row}, column {column}</source>
        <translation>ligne {row}, colonne {column}</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Étapes</translation>
    </message>
    <message>
        <source>How probable each piece was, step by step</source>
        <translation>La probabilité de chaque pièce, étape par étape</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Côte à côte</translation>
    </message>
    <message>
        <source>The attention of both, cell by cell</source>
        <translation>L’attention des deux, case par case</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>Différence</translation>
    </message>
    <message>
        <source>The attention of B minus that of A</source>
        <translation>L’attention de B moins celle de A</translation>
    </message>
    <message>
        <source>Only where they differ</source>
        <translation>Seulement les différences</translation>
    </message>
    <message>
        <source>layer {layer}, mean</source>
        <translation>couche {layer}, moyenne</translation>
    </message>
    <message>
        <source>← History</source>
        <translation>← Historique</translation>
    </message>
    <message>
        <source>Back to the list (Escape)</source>
        <translation>Retour à la liste (Échap)</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Retour à la liste</translation>
    </message>
    <message>
        <source>Exchange A and B: every difference changes its sign</source>
        <translation>Échanger A et B&#xa0;: chaque différence change de signe</translation>
    </message>
    <message>
        <source>Exchange A and B</source>
        <translation>Échanger A et B</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Comparaison</translation>
    </message>
    <message>
        <source>Sentence</source>
        <translation>Phrase</translation>
    </message>
    <message>
        <source>Which sentence of both is compared</source>
        <translation>Quelle phrase des deux textes est comparée</translation>
    </message>
    <message>
        <source>Leave out the steps that wrote the same piece with the same probability</source>
        <translation>Omettre les étapes qui ont écrit la même pièce avec la même probabilité</translation>
    </message>
    <message>
        <source>Chosen in the panels Heads and Attention, or by their keys</source>
        <translation>Se choisit dans les panneaux Têtes et Attention, ou par leurs touches</translation>
    </message>
    <message>
        <source>Under the pointer</source>
        <translation>Sous le pointeur</translation>
    </message>
    <message>
        <source>Comparison of two translations</source>
        <translation>Comparaison de deux traductions</translation>
    </message>
    <message>
        <source>Nothing is shown now: translate a sentence to compare with it.</source>
        <translation>Rien n’est affiché pour l’instant&#xa0;: traduisez une phrase à comparer.</translation>
    </message>
    <message>
        <source>This is the translation that is shown now: translate with another model, other options or another word, and the two are compared here.</source>
        <translation>C’est la traduction affichée en ce moment&#xa0;: traduisez avec un autre modèle, d’autres options ou un autre mot, et les deux seront comparées ici.</translation>
    </message>
    <message>
        <source>The sentence is being encoded.</source>
        <translation>La phrase est en cours d’encodage.</translation>
    </message>
    <message>
        <source>{number} of {count}</source>
        <translation>{number} sur {count}</translation>
    </message>
    <message>
        <source>layer {layer}</source>
        <translation>couche {layer}</translation>
    </message>
    <message>
        <source>shown now</source>
        <translation>affichée</translation>
    </message>
    <message>
        <source>The first step is being decoded.</source>
        <translation>La première étape est en cours de décodage.</translation>
    </message>
    <message>
        <source>The attention was not recorded here. Run the model on the text again to see it.</source>
        <translation>L’attention n’a pas été enregistrée ici. Relancez le modèle sur le texte pour la voir.</translation>
    </message>
    <message>
        <source>There is no layer {layer}: this model has {layers} of this kind. The last one is shown.</source>
        <translation>Il n’y a pas de couche {layer}&#xa0;: ce modèle en a {layers} de ce type. La dernière est affichée.</translation>
    </message>
    <message>
        <source>There is no head {head}: each layer of this model has {heads}. The last one is shown.</source>
        <translation>Il n’y a pas de tête {head}&#xa0;: chaque couche de ce modèle en a {heads}. La dernière est affichée.</translation>
    </message>
    <message>
        <source>This model has no decoder self-attention: each of its decoder layers has an SSRU instead, a recurrent cell with forget gates. The Gates panel shows them.</source>
        <translation>Ce modèle n’a pas d’auto-attention du décodeur : chacune des couches de son décodeur a, à la place, un SSRU, une cellule récurrente avec des portes d’oubli. Le panneau Portes les montre.</translation>
    </message>
    <message>
        <source>This model is an encoder alone: it has encoder self-attention, and no decoder that would have other kinds.</source>
        <translation>Ce modèle est un encodeur seul : il a l’auto-attention de l’encodeur, et pas de décodeur qui aurait les autres types.</translation>
    </message>
    <message>
        <source>This model is a decoder alone: it has masked self-attention over its own text, and no encoder to look at or to attend to.</source>
        <translation>Ce modèle est un décodeur seul : il a l’auto-attention masquée sur son propre texte, et pas d’encodeur à regarder ni auquel prêter attention.</translation>
    </message>
    <message>
        <source>This model was published without the layer that predicts pieces: its attention and its states can be looked at, and nothing is filled in.</source>
        <translation>Ce modèle a été publié sans la couche qui prédit les pièces : on peut regarder son attention et ses états, et rien n’est complété.</translation>
    </message>
    <message>
        <source>The vocabulary of this model has no mask, so there is nothing to fill in; its attention and its states can be looked at.</source>
        <translation>Le vocabulaire de ce modèle n’a pas de masque : il n’y a rien à compléter ; on peut regarder son attention et ses états.</translation>
    </message>
    <message>
        <source>Put {mask} where a piece is to be filled in: the text has none.</source>
        <translation>Mettez {mask} là où une pièce est à compléter : le texte n’en a pas.</translation>
    </message>
    <message>
        <source>No step differs: the same pieces, each with the same probability.</source>
        <translation>Aucune étape ne diffère&#xa0;: les mêmes pièces, chacune avec la même probabilité.</translation>
    </message>
    <message>
        <source>Translate a sentence to see every head of every layer here.</source>
        <translation>Traduisez une phrase pour voir ici chaque tête de chaque couche.</translation>
    </message>
    <message>
        <source>Order of the heads</source>
        <translation>Ordre des têtes</translation>
    </message>
    <message>
        <source>By layer and head, or as a list, sorted by what the heads do</source>
        <translation>Par couche et par tête, ou en liste triée selon ce que font les têtes</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>&amp;Order</source>
        <translation>&amp;Ordre</translation>
    </message>
    <message>
        <source>How the thumbnails are drawn</source>
        <translation>Comment les vignettes sont dessinées</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>Tête</translation>
    </message>
    <message>
        <source>Where it looks</source>
        <translation>Où elle regarde</translation>
    </message>
    <message>
        <source>A dot stands for up to {queries} × {keys} weights (queries × keys) and shows the largest.</source>
        <translation>Un point représente jusqu’à {queries} × {keys} poids (requêtes × clés) et montre le plus grand.</translation>
    </message>
    <message>
        <source>Reopen</source>
        <translation>Rouvrir</translation>
    </message>
    <message>
        <source>History</source>
        <translation>Historique</translation>
    </message>
    <message>
        <source>Filter: words of the source, translation, model…</source>
        <translation>Filtre&#xa0;: mots de la source, de la traduction, modèle…</translation>
    </message>
    <message>
        <source>Filter the history</source>
        <translation>Filtrer l’historique</translation>
    </message>
    <message>
        <source>Shows those in which all of these words stand, whatever their case</source>
        <translation>Montre ceux où se trouvent tous ces mots, en majuscules ou en minuscules</translation>
    </message>
    <message>
        <source>Show what is selected again in all panels (Enter)</source>
        <translation>Montrer de nouveau ce qui est sélectionné dans tous les panneaux (Entrée)</translation>
    </message>
    <message>
        <source>Nothing has been done yet: every translation, filling or continuation of this sitting will be kept here, to be looked at again and compared.</source>
        <translation>Rien n’a encore été fait&#xa0;: chaque traduction, complétion ou suite de cette séance sera gardé ici, pour être revu et comparé.</translation>
    </message>
    <message>
        <source>Nothing has these words: empty the filter to see all of them.</source>
        <translation>Rien ne contient ces mots&#xa0;: videz le filtre pour tout voir.</translation>
    </message>
    <message numerus="yes">
        <source>%n old text(s) had to go to keep the history small. Pin those you want to keep.</source>
        <translation>
            <numerusform>%n ancien texte a dû partir pour que l’historique reste petit. Épinglez ceux que vous voulez garder.</numerusform>
            <numerusform>%n anciens textes ont dû partir pour que l’historique reste petit. Épinglez ceux que vous voulez garder.</numerusform>
        </translation>
    </message>
    <message>
        <source>Compare with what is shown now (C)</source>
        <translation>Comparer avec ce qui est montré maintenant (C)</translation>
    </message>
    <message>
        <source>Compare the two that are selected (C)</source>
        <translation>Comparer les deux qui sont sélectionnés (C)</translation>
    </message>
    <message>
        <source>Select two, or one that is not the one shown now</source>
        <translation>Sélectionnez-en deux, ou un qui n’est pas celui montré maintenant</translation>
    </message>
    <message>
        <source>Translations of this sitting, newest first</source>
        <translation>Traductions de cette session, les plus récentes d’abord</translation>
    </message>
    <message>
        <source>What the history holds</source>
        <translation>Ce que contient l’historique</translation>
    </message>
    <message>
        <source>&amp;Reopen</source>
        <translation>&amp;Rouvrir</translation>
    </message>
    <message>
        <source>Show the translation selected in the History panel again in all panels</source>
        <translation>Montrer à nouveau dans tous les panneaux la traduction choisie dans l’historique</translation>
    </message>
    <message>
        <source>history earlier restore back previous</source>
        <translation>historique ancienne restaurer revenir précédente</translation>
    </message>
    <message>
        <source>C&amp;ompare</source>
        <translation>&amp;Comparer</translation>
    </message>
    <message>
        <source>Compare the two selected translations, or one with what is shown now</source>
        <translation>Comparer les deux traductions choisies, ou une avec celle qui est affichée</translation>
    </message>
    <message>
        <source>history difference diff side by side</source>
        <translation>historique différence côte à côte</translation>
    </message>
    <message>
        <source>P&amp;in</source>
        <translation>Épi&amp;ngler</translation>
    </message>
    <message>
        <source>Keep this translation, whatever memory the newer ones need</source>
        <translation>Garder cette traduction, quelle que soit la mémoire que demandent les suivantes</translation>
    </message>
    <message>
        <source>history bookmark favourite keep</source>
        <translation>historique signet favori garder</translation>
    </message>
    <message>
        <source>Re&amp;move</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>Forget the selected translations</source>
        <translation>Oublier les traductions choisies</translation>
    </message>
    <message>
        <source>history delete</source>
        <translation>historique effacer retirer</translation>
    </message>
    <message>
        <source>C&amp;lear history</source>
        <translation>Vi&amp;der l’historique</translation>
    </message>
    <message>
        <source>Remove all translations that are not pinned</source>
        <translation>Supprimer toutes les traductions non épinglées</translation>
    </message>
    <message>
        <source>delete erase forget</source>
        <translation>supprimer effacer oublier</translation>
    </message>
    <message>
        <source>More: pin, remove, clear</source>
        <translation>Plus&#xa0;: épingler, supprimer, vider</translation>
    </message>
    <message>
        <source>Pin, remove, clear</source>
        <translation>Épingler, supprimer, vider</translation>
    </message>
    <message numerus="yes">
        <source>%n translation(s)</source>
        <translation>
            <numerusform>%n traduction</numerusform>
            <numerusform>%n traductions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n text(s)</source>
        <translation>
            <numerusform>%n texte</numerusform>
            <numerusform>%n textes</numerusform>
        </translation>
    </message>
    <message>
        <source>{count}, {size} of {limit}</source>
        <translation>{count}, {size} sur {limit}</translation>
    </message>
    <message>
        <source>There is nothing to compare with: another translation or text comes first</source>
        <translation>Il n’y a rien à comparer pour l’instant&#xa0;: il faut d’abord une autre traduction ou un autre texte</translation>
    </message>
    <message>
        <source>Unp&amp;in</source>
        <translation>Désépi&amp;ngler</translation>
    </message>
    <message>
        <source>Translate a sentence to see what each decoder layer would say at each step.</source>
        <translation>Traduisez une phrase pour voir ce que dirait chaque couche du décodeur à chaque étape.</translation>
    </message>
    <message>
        <source>What a layer would say is read off the layers of a decoder, through the output projection. This model is an encoder alone: it has no decoder.</source>
        <translation>Ce que dirait une couche se lit sur les couches d’un décodeur, à travers la projection de sortie. Ce modèle est un encodeur seul : il n’a pas de décodeur.</translation>
    </message>
    <message>
        <source>The states of the layers are computed by their model. Open {model} to see them.</source>
        <translation>Les états des couches sont calculés par leur modèle. Ouvrez {model} pour les voir.</translation>
    </message>
    <message>
        <source>What each layer would say</source>
        <translation>Ce que dirait chaque couche</translation>
    </message>
    <message>
        <source>Norms</source>
        <translation>Normes</translation>
    </message>
    <message>
        <source>The state after each decoder layer through the output projection and the softmax: the logit lens (nostalgebraist, 2020)</source>
        <translation>L’état après chaque couche du décodeur, passé par la projection de sortie et le softmax&#xa0;: la lentille des logits (logit lens, nostalgebraist, 2020)</translation>
    </message>
    <message>
        <source>How long the residual stream is, and what each sub-layer adds to it</source>
        <translation>La longueur du flux résiduel, et ce que chaque sous-couche y ajoute</translation>
    </message>
    <message>
        <source>Point at a bar, or move over the rows with the arrow keys, to read its exact numbers.</source>
        <translation>Pointez une barre, ou parcourez les lignes avec les flèches du clavier, pour lire ses nombres exacts.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>What is shown of the layers</source>
        <translation>Ce qui est affiché des couches</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Number under the pointer</source>
        <translation>Nombre sous le pointeur</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Couches</translation>
    </message>
    <message>
        <source>Translate a sentence to see its masks.</source>
        <translation>Traduisez une phrase pour voir ses masques.</translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read why it is blocked.</source>
        <translation>Pointez une case, ou parcourez les cases avec les flèches du clavier, pour lire pourquoi elle est bloquée.</translation>
    </message>
    <message>
        <source>Pads are never keys</source>
        <translation>Un ‹pad› n’est jamais une clé</translation>
    </message>
    <message>
        <source>Position i sees positions j ≤ i only</source>
        <translation>La position i ne voit que les positions j ≤ i</translation>
    </message>
    <message>
        <source>What is added to the scores before the softmax: the sum of both</source>
        <translation>Ce qui s’ajoute aux scores avant le softmax&#xa0;: la somme des deux</translation>
    </message>
    <message>
        <source>All positions of the output at once, as in training: the static triangle.
Without it, the mask as it grows while the sentence is written.</source>
        <translation>Toutes les positions de la sortie à la fois, comme à l’entraînement (teacher forcing)&#xa0;: le triangle fixe.
Sans cela, le masque tel qu’il grandit pendant que la phrase s’écrit.</translation>
    </message>
    <message>
        <source>A reference is being scored: that is teacher forcing.</source>
        <translation>Une référence est évaluée&#xa0;: c’est le forçage par la référence (teacher forcing).</translation>
    </message>
    <message>
        <source>The sentences in one rectangle, padded to the longest, as many texts are translated and as the model was trained</source>
        <translation>Les phrases en un seul rectangle, complétées jusqu’à la plus longue, comme on traduit de nombreux textes et comme le modèle a été entraîné</translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation>Forçage par la référence</translation>
    </message>
    <message>
        <source>As a batch</source>
        <translation>En lot</translation>
    </message>
    <message>
        <source>Sentence of the batch</source>
        <translation>Phrase du lot</translation>
    </message>
    <message>
        <source>Which sentence of the batch is shown, here and elsewhere</source>
        <translation>Quelle phrase du lot est affichée, ici et ailleurs</translation>
    </message>
    <message>
        <source>Size of the mask</source>
        <translation>Taille du masque</translation>
    </message>
    <message>
        <source>Masks that make it up</source>
        <translation>Masques qui le composent</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>Masque</translation>
    </message>
    <message>
        <source>Cells of the mask</source>
        <translation>Cellules du masque</translation>
    </message>
    <message>
        <source>Cell under the pointer</source>
        <translation>Cellule sous le pointeur</translation>
    </message>
    <message>
        <source>Sentence {n}</source>
        <translation>Phrase {n}</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Remplissage</translation>
    </message>
    <message>
        <source>Causal</source>
        <translation>Causal</translation>
    </message>
    <message>
        <source>Combined</source>
        <translation>Combiné</translation>
    </message>
    <message>
        <source>{n} blocked</source>
        <translation>bloquées&#xa0;: {n}</translation>
    </message>
    <message>
        <source>blocks nothing</source>
        <translation>ne bloque rien</translation>
    </message>
    <message>
        <source>Translate a sentence to see its pieces as vectors, before and after their positions are added.</source>
        <translation>Traduisez une phrase pour voir ses pièces sous forme de vecteurs, avant et après l’ajout de leurs positions.</translation>
    </message>
    <message>
        <source>The positional encoding of a model is shown once one is loaded.</source>
        <translation>L’encodage positionnel d’un modèle s’affiche dès qu’un modèle est chargé.</translation>
    </message>
    <message>
        <source>These numbers are computed by the model. Open {model} to see them.</source>
        <translation>Ces nombres sont calculés par le modèle. Ouvrez {model} pour les voir.</translation>
    </message>
    <message>
        <source>This model adds no positions to its embeddings: each head adds a bias to the scores of attention, by the distance from query to key. Show the matrix to see all of them.</source>
        <translation>Ce modèle n’ajoute pas de positions à ses plongements&#xa0;: chaque tête ajoute un biais aux scores de l’attention, selon la distance de la requête à la clé. Affichez la matrice pour les voir tous.</translation>
    </message>
    <message>
        <source>Looking the vectors up …</source>
        <translation>Lecture des vecteurs…</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Ce qui est affiché</translation>
    </message>
    <message>
        <source>Translate a sentence to see the probability and the loss of each piece written, or type its right translation above to score that.</source>
        <translation>Traduisez une phrase pour voir la probabilité et la perte de chaque pièce écrite, ou tapez ci-dessus sa bonne traduction pour évaluer celle-ci.</translation>
    </message>
    <message>
        <source>Teacher forcing feeds a decoder the right pieces one after the other and scores them. This model is an encoder alone: it has no decoder.</source>
        <translation>Le forçage par la référence (teacher forcing) donne à un décodeur les bonnes pièces l’une après l’autre et les note. Ce modèle est un encodeur seul : il n’a pas de décodeur.</translation>
    </message>
    <message>
        <source>Teacher forcing: each position is fed the right piece before it, whatever the model would have said; so training computes all positions in one pass.</source>
        <translation>Forçage par la référence (teacher forcing)&#xa0;: chaque position reçoit la bonne pièce précédente, quoi qu’aurait dit le modèle&#xa0;; l’entraînement calcule ainsi toutes les positions en un seul passage.</translation>
    </message>
    <message>
        <source>Inference: each position is fed what the model has written itself. Type the right translation above to score that instead (teacher forcing).</source>
        <translation>Inférence&#xa0;: chaque position reçoit ce que le modèle a lui-même écrit. Tapez ci-dessus la bonne traduction pour l’évaluer à la place (teacher forcing).</translation>
    </message>
    <message>
        <source>Inference: each position is fed what stands before it, the text and then what the model has written itself. Type the right continuation above to score that instead (teacher forcing).</source>
        <translation>Inférence : chaque position reçoit ce qui la précède, le texte puis ce que le modèle a écrit lui-même. Tapez la bonne suite ci-dessus pour la noter à la place (teacher forcing).</translation>
    </message>
    <message>
        <source>There is nothing to score: type the translation of the sentence first.</source>
        <translation>Il n’y a rien à évaluer&#xa0;: tapez d’abord la traduction de la phrase.</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Référence</translation>
    </message>
    <message>
        <source>Score</source>
        <comment>verb</comment>
        <translation>Évaluer</translation>
    </message>
    <message>
        <source>The right continuation of the text…</source>
        <translation>La bonne suite du texte…</translation>
    </message>
    <message>
        <source>No decoder to force</source>
        <translation>Pas de décodeur à forcer</translation>
    </message>
    <message>
        <source>Translate a sentence to see its search grow as a tree.</source>
        <translation>Traduisez une phrase pour voir sa recherche grandir en arbre.</translation>
    </message>
    <message>
        <source>Nothing could be written: every first piece is blocked.</source>
        <translation>Rien n’a pu être écrit&#xa0;: toutes les premières pièces sont bloquées.</translation>
    </message>
    <message>
        <source>Greedy search keeps one hypothesis. Choose a beam of 2 or more to see a tree.</source>
        <translation>La recherche gloutonne garde une seule hypothèse. Choisissez un faisceau d’au moins 2 pour voir un arbre.</translation>
    </message>
    <message>
        <source>A given translation is scored here: there is nothing to search for.</source>
        <translation>Une traduction donnée est évaluée ici&#xa0;: il n’y a rien à rechercher.</translation>
    </message>
    <message>
        <source>Fold p&amp;runed</source>
        <translation>Sans les élag&amp;uées</translation>
    </message>
    <message>
        <source>Follow the best again</source>
        <translation>Suivre la meilleure</translation>
    </message>
    <message>
        <source>Hide the pruned hypotheses: those of which nothing is left in the newest step and nothing has finished</source>
        <translation>Cacher les hypothèses élaguées&#xa0;: celles dont il ne reste rien à la dernière étape et dont rien n’est terminé</translation>
    </message>
    <message>
        <source>Show the best hypothesis of every sentence everywhere again</source>
        <translation>Afficher à nouveau partout la meilleure hypothèse de chaque phrase</translation>
    </message>
    <message>
        <source>Hypothesis</source>
        <translation>Hypothèse</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>Score</translation>
    </message>
    <message>
        <source>Tree and outputs</source>
        <translation>Arbre et sorties</translation>
    </message>
    <message>
        <source>beam {width}</source>
        <translation>faisceau {width}</translation>
    </message>
    <message numerus="yes">
        <source>%n pruned hidden</source>
        <comment>hypotheses</comment>
        <translation>
            <numerusform>%n élaguée cachée</numerusform>
            <numerusform>%n élaguées cachées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of {total} pruned</source>
        <comment>hypotheses</comment>
        <translation>
            <numerusform>%n élaguée sur {total}</numerusform>
            <numerusform>%n élaguées sur {total}</numerusform>
        </translation>
    </message>
    <message>
        <source>1 hypothesis</source>
        <translation>1 hypothèse</translation>
    </message>
    <message numerus="yes">
        <source>%n hypotheses</source>
        <translation>
            <numerusform>%n hypothèse</numerusform>
            <numerusform>%n hypothèses</numerusform>
        </translation>
    </message>
    <message>
        <source>Per piece</source>
        <translation>Par pièce</translation>
    </message>
    <message>
        <source>Perplexity</source>
        <translation>Perplexité</translation>
    </message>
    <message>
        <source>Pieces</source>
        <translation>Pièces</translation>
    </message>
    <message>
        <source>The right translation of the source sentence…</source>
        <translation>La bonne traduction de la phrase source…</translation>
    </message>
    <message>
        <source>Reference translation</source>
        <translation>Traduction de référence</translation>
    </message>
    <message>
        <source>The target sentence that is fed in and scored, piece by piece and with the end token; Enter scores it</source>
        <translation>La phrase cible fournie au modèle et évaluée pièce par pièce, jeton de fin compris&#xa0;; Entrée l’évalue</translation>
    </message>
    <message>
        <source>Score this translation of the source text by teacher forcing; Undo brings back what is shown now</source>
        <translation>Évaluer cette traduction du texte source par forçage (teacher forcing)&#xa0;; Annuler ramène ce qui est affiché en ce moment</translation>
    </message>
    <message>
        <source>About the reference</source>
        <translation>À propos de la référence</translation>
    </message>
    <message>
        <source>Copy table</source>
        <translation>Copier le tableau</translation>
    </message>
    <message>
        <source>Copy the positions with all digits, tabs between, for a spreadsheet (Ctrl+C)</source>
        <translation>Copier les positions avec tous les chiffres, séparés par des tabulations, pour un tableur (Ctrl+C)</translation>
    </message>
    <message>
        <source>Position under the pointer</source>
        <translation>Position sous le pointeur</translation>
    </message>
    <message>
        <source>{value} nats</source>
        <translation>{value} nats</translation>
    </message>
    <message>
        <source>The sum of the losses, −Σ ln p: {exact} nats, {bits} bits</source>
        <translation>La somme des pertes, −Σ ln p&#xa0;: {exact} nats, {bits} bits</translation>
    </message>
    <message>
        <source>Cross-entropy (sum)</source>
        <translation>Entropie croisée (somme)</translation>
    </message>
    <message>
        <source>Label-smoothed (mean)</source>
        <translation>Avec lissage (moyenne)</translation>
    </message>
    <message>
        <source>Mean cross-entropy a piece, the end token included: the loss of training without label smoothing; {exact} nats</source>
        <translation>Entropie croisée moyenne par pièce, jeton de fin compris&#xa0;: la perte d’entraînement sans lissage des étiquettes&#xa0;; {exact} nats</translation>
    </message>
    <message>
        <source>e to the mean cross-entropy: among how many equally likely pieces the model seems to choose; {exact}</source>
        <translation>e puissance l’entropie croisée moyenne&#xa0;: entre combien de pièces équiprobables le modèle semble choisir&#xa0;; {exact}</translation>
    </message>
    <message>
        <source>{done} of {all}</source>
        <translation>{done} sur {all}</translation>
    </message>
    <message>
        <source>How many pieces are scored; the end token is one of them</source>
        <translation>Combien de pièces sont évaluées, jeton de fin compris</translation>
    </message>
    <message>
        <source>The mean loss with label smoothing: −(1 − ε) ln p(target) − ε · mean of ln p over the vocabulary, with ε = {epsilon} as in the paper (section 5.4)</source>
        <translation>La perte moyenne avec lissage des étiquettes (label smoothing)&#xa0;: −(1 − ε) ln p(cible) − ε · moyenne de ln p sur le vocabulaire, avec ε = {epsilon} comme dans l’article (section 5.4)</translation>
    </message>
    <message>
        <source>{formula}; {exact} nats</source>
        <translation>{formula}&#xa0;; {exact} nats</translation>
    </message>
    <message>
        <source>It needs the whole distribution of each position, which the model computes once the sentence is done.</source>
        <translation>Il y faut toute la distribution de chaque position, que le modèle calcule une fois la phrase terminée.</translation>
    </message>
    <message>
        <source>A reference is scored against one sentence, and this text has {n}: leave one in the source.</source>
        <translation>Une référence s’évalue pour une seule phrase, et ce texte en a {n}&#xa0;: n’en laissez qu’une dans la source.</translation>
    </message>
    <message numerus="yes">
        <source>The vocabulary lacks characters of the reference: %n piece(s) are “unknown”, and their loss says nothing about those characters.</source>
        <translation>
            <numerusform>Il manque au vocabulaire des caractères de la référence&#xa0;: %n pièce est «&#xa0;inconnue&#xa0;», et sa perte ne dit rien de ces caractères.</numerusform>
            <numerusform>Il manque au vocabulaire des caractères de la référence&#xa0;: %n pièces sont «&#xa0;inconnues&#xa0;», et leur perte ne dit rien de ces caractères.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The vocabulary lacks characters of the reference: they are spelt in %n byte(s), one position each.</source>
        <translation>
            <numerusform>Il manque au vocabulaire des caractères de la référence&#xa0;: ils s’écrivent avec %n octet, une position par octet.</numerusform>
            <numerusform>Il manque au vocabulaire des caractères de la référence&#xa0;: ils s’écrivent avec %n octets, une position par octet.</numerusform>
        </translation>
    </message>
    <message>
        <source>The model gives the next piece the probability 0, so the score ends here.</source>
        <translation>Le modèle donne à la pièce suivante la probabilité 0&#xa0;: le score s’arrête ici.</translation>
    </message>
    <message>
        <source>It is computed by {model}; open it to see it.</source>
        <translation>Elle est calculée par {model}&#xa0;; ouvrez-le pour la voir.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Source</translation>
    </message>
    <message>
        <source>Translation</source>
        <translation>Traduction</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Têtes</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Attention</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>Scores</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>Masques</translation>
    </message>
    <message>
        <source>Gates</source>
        <translation>Portes</translation>
    </message>
    <message>
        <source>Translate a sentence to see which pieces each step could have written.</source>
        <translation>Traduisez une phrase pour voir quelles pièces chaque étape aurait pu écrire.</translation>
    </message>
    <message>
        <source>Click or Enter: what if this piece. Delete: what if never.</source>
        <translation>Clic ou Entrée&#xa0;: et si cette pièce. Suppr&#xa0;: et si jamais.</translation>
    </message>
    <message>
        <source>Entropy</source>
        <translation>Entropie</translation>
    </message>
    <message>
        <source>Margin</source>
        <translation>Marge</translation>
    </message>
    <message>
        <source>Log ratio</source>
        <translation>Log-rapport</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Étape</translation>
    </message>
    <message>
        <source>Candidate under the pointer</source>
        <translation>Candidat sous le pointeur</translation>
    </message>
    <message>
        <source>Force words</source>
        <translation>Imposer des mots</translation>
    </message>
    <message>
        <source>What if the translation goes on with these words from this step on: they take the place of this step&apos;s piece and of all that follows, what stands before is kept. Enter tries it.</source>
        <translation>Et si la traduction continuait par ces mots à partir de cette étape&#xa0;: ils remplacent la pièce de cette étape et tout ce qui suit, ce qui précède reste. Entrée l’essaie.</translation>
    </message>
    <message>
        <source>Candidates</source>
        <translation>Candidats</translation>
    </message>
    <message>
        <source>Force words from step {step} on…</source>
        <translation>Imposer des mots dès l’étape {step}…</translation>
    </message>
    <message>
        <source>Force pieces from mask {step} on…</source>
        <translation>Imposer des pièces dès le masque {step}…</translation>
    </message>
    <message>
        <source>Step {step}</source>
        <translation>Étape {step}</translation>
    </message>
    <message>
        <source>Mask {number} of {count}</source>
        <translation>Masque {number} sur {count}</translation>
    </message>
    <message>
        <source>sentence {number}</source>
        <translation>phrase {number}</translation>
    </message>
    <message>
        <source>hypothesis {number} of {count}</source>
        <translation>hypothèse {number} sur {count}</translation>
    </message>
    <message>
        <source>{place}: after “{text}”</source>
        <translation>{place}&#xa0;: après «&#xa0;{text}&#xa0;»</translation>
    </message>
    <message>
        <source>{place}: the first piece</source>
        <translation>{place}&#xa0;: la première pièce</translation>
    </message>
    <message>
        <source>{place}: in “{text}”</source>
        <translation>{place} : dans « {text} »</translation>
    </message>
    <message>
        <source>H = −Σ p ln p over the vocabulary: 0 if one piece is certain, ln {n} = {most} if all are equal.</source>
        <translation>H = −Σ p ln p sur le vocabulaire&#xa0;: 0 si une pièce est certaine, ln {n} = {most} si toutes sont équiprobables.</translation>
    </message>
    <message>
        <source>Only the likeliest {n} pieces are recorded, so it is known to lie between two numbers:
of the other pieces none is likelier than the last of these, and together they have what is left.
Of the bars, where all other pieces count as one, it is {coarse}.</source>
        <translation>Seules les {n} pièces les plus probables sont enregistrées&#xa0;: on la sait donc comprise entre deux nombres&#xa0;;
aucune des autres pièces n’est plus probable que la dernière de celles-ci, et ensemble elles ont le reste.
Celle des barres, où toutes les autres pièces n’en font qu’une, est {coarse}.</translation>
    </message>
    <message>
        <source>Only one piece is recorded, so there is no second to compare with.</source>
        <translation>Une seule pièce est enregistrée&#xa0;: il n’y en a pas de deuxième à comparer.</translation>
    </message>
    <message>
        <source>p₁ − p₂ of the two likeliest pieces, p₁ and p₂, blocked or not: how far the first is ahead</source>
        <translation>p₁ − p₂ des deux pièces les plus probables, p₁ et p₂, bloquées ou non&#xa0;: l’avance de la première</translation>
    </message>
    <message>
        <source>ln p₁ − ln p₂ = ln (p₁ / p₂) of the two likeliest pieces, p₁ and p₂, blocked or not: the first is {times} times as likely</source>
        <translation>ln p₁ − ln p₂ = ln (p₁ / p₂) des deux pièces les plus probables, p₁ et p₂, bloquées ou non&#xa0;: la première est {times} fois plus probable</translation>
    </message>
    <message>
        <source>What &amp;if this is written here</source>
        <translation>Et s&amp;i elle était écrite ici</translation>
    </message>
    <message>
        <source>What if this is n&amp;ever written from here on</source>
        <translation>Et si elle n’était &amp;jamais écrite à partir d’ici</translation>
    </message>
    <message>
        <source>What &amp;if “{piece}” is written here</source>
        <translation>Et s&amp;i «&#xa0;{piece}&#xa0;» était écrite ici</translation>
    </message>
    <message>
        <source>What if “{piece}” is n&amp;ever written from here on</source>
        <translation>Et si «&#xa0;{piece}&#xa0;» n’était &amp;jamais écrite à partir d’ici</translation>
    </message>
    <message>
        <source>Beams</source>
        <translation>Faisceau</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>Positions</translation>
    </message>
    <message>
        <source>The translation appears here.</source>
        <translation>La traduction apparaît ici.</translation>
    </message>
    <message>
        <source>Nothing was written: the output ended without a word.</source>
        <translation>Rien n’a été écrit&#xa0;: la sortie s’est terminée sans un mot.</translation>
    </message>
    <message>
        <source>Translation as text</source>
        <translation>Traduction sous forme de texte</translation>
    </message>
    <message>
        <source>Special tokens</source>
        <translation>Jetons spéciaux</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>How it ended</source>
        <translation>Comment cela s’est terminé</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>Remarque</translation>
    </message>
    <message>
        <source>Show the end token and other special tokens among the pieces (display only)</source>
        <translation>Afficher le jeton de fin et les autres jetons spéciaux parmi les pièces (affichage seulement)</translation>
    </message>
    <message>
        <source>Show special tokens</source>
        <translation>Afficher les jetons spéciaux</translation>
    </message>
    <message>
        <source>Copy the translation as text</source>
        <translation>Copier la traduction sous forme de texte</translation>
    </message>
    <message>
        <source>Copy translation</source>
        <translation>Copier la traduction</translation>
    </message>
    <message>
        <source>Current piece</source>
        <translation>Pièce courante</translation>
    </message>
    <message>
        <source>Pieces and text</source>
        <translation>Pièces et texte</translation>
    </message>
    <message>
        <source>Only the attention of each sentence&apos;s best output is recorded: for a text like this one all of it may take more memory than the program allows itself.</source>
        <translation>Seule l’attention de la meilleure sortie de chaque phrase est enregistrée&#xa0;: pour un texte comme celui-ci, le tout pourrait prendre plus de mémoire que le programme ne s’en accorde.</translation>
    </message>
    <message>
        <source>No attention is recorded: for a text like this one it may take more memory than the program allows itself. Translate less at once to see it.</source>
        <translation>Aucune attention n’est enregistrée&#xa0;: pour un texte comme celui-ci, elle pourrait prendre plus de mémoire que le programme ne s’en accorde. Traduisez-en moins à la fois pour la voir.</translation>
    </message>
    <message>
        <source>{numbers}, … ({count} in all)</source>
        <translation>{numbers}, … ({count} en tout)</translation>
    </message>
    <message numerus="yes">
        <source>The text stopped at the length limit of %n piece(s).</source>
        <translation>
            <numerusform>Le texte s’est arrêté à la longueur limite de %n pièce.</numerusform>
            <numerusform>Le texte s’est arrêté à la longueur limite de %n pièces.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The translation stopped at the length limit of %n piece(s).</source>
        <translation>
            <numerusform>La traduction s’est arrêtée à la longueur limite de %n pièce.</numerusform>
            <numerusform>La traduction s’est arrêtée à la longueur limite de %n pièces.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Sentence {number} stopped at the length limit of %n piece(s).</source>
        <translation>
            <numerusform>La phrase {number} s’est arrêtée à la longueur limite de %n pièce.</numerusform>
            <numerusform>La phrase {number} s’est arrêtée à la longueur limite de %n pièces.</numerusform>
        </translation>
    </message>
    <message>
        <source>Sentences {numbers} stopped at their length limits.</source>
        <translation>Les phrases {numbers} se sont arrêtées à leur longueur limite.</translation>
    </message>
    <message>
        <source>The hypothesis that is followed ended at step {step}. Shown now is the best of those that the search went on with.</source>
        <translation>L’hypothèse suivie s’est terminée à l’étape {step}. Celle qui est montrée est la meilleure de celles avec lesquelles la recherche a continué.</translation>
    </message>
    <message>
        <source>The text repeats “{text}” {count} times at its end.</source>
        <translation>Le texte répète «&#xa0;{text}&#xa0;» {count} fois à la fin.</translation>
    </message>
    <message>
        <source>The translation repeats “{text}” {count} times at its end.</source>
        <translation>La traduction répète «&#xa0;{text}&#xa0;» {count} fois à la fin.</translation>
    </message>
    <message>
        <source>Sentence {number} repeats “{text}” {count} times at its end.</source>
        <translation>La phrase {number} répète «&#xa0;{text}&#xa0;» {count} fois à la fin.</translation>
    </message>
    <message>
        <source>In the search, a beam, “{ngrams}” or “{penalty}” may help.</source>
        <translation>Dans la recherche, un faisceau, «&#xa0;{ngrams}&#xa0;» ou «&#xa0;{penalty}&#xa0;» peut aider.</translation>
    </message>
    <message>
        <source>{output} as text</source>
        <translation>{output}, en texte</translation>
    </message>
    <message>
        <source>{output}, piece by piece</source>
        <translation>{output}, pièce par pièce</translation>
    </message>
    <message>
        <source>{language}: your reference</source>
        <translation>{language} : votre référence</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Greedy: the likeliest piece at every step</source>
        <translation>Glouton&#xa0;: la pièce la plus probable à chaque étape</translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation>Recherche en faisceau</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Échantillonnage</translation>
    </message>
    <message>
        <source>((5 + L) / 6)^α, as in the paper</source>
        <translation>((5 + L) / 6)^α, comme dans l’article</translation>
    </message>
    <message>
        <source>L^α</source>
        <translation>L^α</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>rien</translation>
    </message>
    <message>
        <source>no live hypothesis can still win</source>
        <translation>plus aucune hypothèse en cours ne peut gagner</translation>
    </message>
    <message>
        <source>none is better at its present length</source>
        <translation>aucune n’est meilleure à sa longueur actuelle</translation>
    </message>
    <message>
        <source>as many as the beam is wide have finished</source>
        <translation>il y en a autant de finies que le faisceau est large</translation>
    </message>
    <message>
        <source>Sampling, T {temperature}</source>
        <translation>Échantillonnage, T {temperature}</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>Glouton</translation>
    </message>
    <message>
        <source>Beam {width}</source>
        <translation>Faisceau {width}</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>all</source>
        <translation>toutes</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>permis</translation>
    </message>
    <message>
        <source>20 more than twice the source&apos;s pieces</source>
        <translation>2 × les pièces de la source + 20</translation>
    </message>
    <message>
        <source>20 more than twice the text&apos;s pieces</source>
        <translation>20 de plus que le double des pièces du texte</translation>
    </message>
    <message>
        <source>Switch all on</source>
        <translation>Tout rétablir</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Méthode</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Méthode</translation>
    </message>
    <message>
        <source>How each piece is chosen</source>
        <translation>Comment chaque pièce est choisie</translation>
    </message>
    <message>
        <source>&amp;Beam</source>
        <translation>&amp;Faisceau</translation>
    </message>
    <message>
        <source>Beam</source>
        <translation>Faisceau</translation>
    </message>
    <message>
        <source>Hypotheses kept at every step</source>
        <translation>Hypothèses gardées à chaque étape</translation>
    </message>
    <message>
        <source>&amp;Scores are divided by</source>
        <translation>&amp;Scores divisés par</translation>
    </message>
    <message>
        <source>Scores are divided by</source>
        <translation>Scores divisés par</translation>
    </message>
    <message>
        <source>Without it, short outputs win: each piece adds a negative log-probability</source>
        <translation>Sans cela, les sorties courtes gagnent&#xa0;: chaque pièce ajoute une log-probabilité négative</translation>
    </message>
    <message>
        <source>&amp;α</source>
        <translation>&amp;α</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alpha</translation>
    </message>
    <message>
        <source>Exponent of the length normalisation; {usual} is usual</source>
        <translation>Exposant de la normalisation par la longueur&#xa0;; d’ordinaire {usual}</translation>
    </message>
    <message>
        <source>&amp;Ends when</source>
        <translation>&amp;Arrêt quand</translation>
    </message>
    <message>
        <source>Ends when</source>
        <translation>Arrêt quand</translation>
    </message>
    <message>
        <source>The early stopping rule</source>
        <translation>La règle d’arrêt anticipé</translation>
    </message>
    <message>
        <source>&amp;Draws</source>
        <translation>&amp;Tirages</translation>
    </message>
    <message>
        <source>Draws</source>
        <translation>Tirages</translation>
    </message>
    <message>
        <source>Independent draws side by side</source>
        <translation>Tirages indépendants, côte à côte</translation>
    </message>
    <message>
        <source>&amp;Temperature</source>
        <translation>T&amp;empérature</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>Logits are divided by it: below 1 likelier pieces, above 1 bolder ones</source>
        <translation>Divise les logits&#xa0;: sous 1, des pièces plus probables&#xa0;; au-dessus, de plus audacieuses</translation>
    </message>
    <message>
        <source>Top-&amp;k</source>
        <translation>Top-&amp;k</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Draw among the k likeliest pieces</source>
        <translation>Tirer parmi les k pièces les plus probables</translation>
    </message>
    <message>
        <source>Top-&amp;p</source>
        <translation>Top-&amp;p</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>Draw among the likeliest pieces that together have this probability</source>
        <translation>Tirer parmi les pièces les plus probables qui totalisent cette probabilité</translation>
    </message>
    <message>
        <source>&amp;Seed</source>
        <translation>&amp;Graine</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Graine</translation>
    </message>
    <message>
        <source>The same seed draws the same</source>
        <translation>La même graine donne les mêmes tirages</translation>
    </message>
    <message>
        <source>&amp;Repeated n-grams</source>
        <translation>n-grammes &amp;répétés</translation>
    </message>
    <message>
        <source>Repeated n-grams</source>
        <translation>n-grammes répétés</translation>
    </message>
    <message>
        <source>This many pieces in a row are never written twice</source>
        <translation>Une suite de ce nombre de pièces n’est jamais écrite deux fois</translation>
    </message>
    <message>
        <source>Repetition pe&amp;nalty</source>
        <translation>Pé&amp;nalité de répétition</translation>
    </message>
    <message>
        <source>Repetition penalty</source>
        <translation>Pénalité de répétition</translation>
    </message>
    <message>
        <source>Log-probabilities of pieces written already are multiplied by it; 1 does nothing</source>
        <translation>Multiplie les log-probabilités des pièces déjà écrites&#xa0;; 1 ne change rien</translation>
    </message>
    <message>
        <source>&amp;Longest output, in pieces</source>
        <translation>&amp;Longueur maximale, en pièces</translation>
    </message>
    <message>
        <source>Longest output</source>
        <translation>Longueur maximale</translation>
    </message>
    <message>
        <source>A sentence&apos;s translation ends there, and says so</source>
        <translation>La traduction d’une phrase s’arrête là, et le signale</translation>
    </message>
    <message>
        <source>The text ends there, what was given included, and says so</source>
        <translation>Le texte s’arrête là, ce qui était donné compris, et le dit</translation>
    </message>
    <message>
        <source>Heads off</source>
        <translation>Têtes coupées</translation>
    </message>
    <message>
        <source>Source language</source>
        <translation>Langue source</translation>
    </message>
    <message>
        <source>Target language</source>
        <translation>Langue cible</translation>
    </message>
    <message>
        <source>Every sentence begins with</source>
        <translation>Chaque phrase commence par</translation>
    </message>
    <message>
        <source>the model’s own</source>
        <translation>celle du modèle</translation>
    </message>
    <message>
        <source>That cannot be: {reason}.</source>
        <translation>Impossible&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucune</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Préférences</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Selon le système</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source> pt</source>
        <translation> pt</translation>
    </message>
    <message>
        <source>Blue on white</source>
        <translation>Bleu sur blanc</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Gris</translation>
    </message>
    <message>
        <source>As the theme</source>
        <translation>Selon le thème</translation>
    </message>
    <message>
        <source>As the language</source>
        <translation>Selon la langue</translation>
    </message>
    <message>
        <source>Point</source>
        <translation>Point</translation>
    </message>
    <message>
        <source>Comma</source>
        <translation>Virgule</translation>
    </message>
    <message>
        <source>&amp;Write texts into the log</source>
        <translation>Éc&amp;rire les textes dans le journal</translation>
    </message>
    <message>
        <source>What you translate, and what errors quote of it; it stays on this computer</source>
        <translation>Ce que vous traduisez, et ce que les erreurs en citent&#xa0;; cela reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>Another language takes effect when Diaphane is started again.</source>
        <translation>Une autre langue prend effet au prochain démarrage de Diaphane.</translation>
    </message>
    <message>
        <source>&amp;Language</source>
        <translation>&amp;Langue</translation>
    </message>
    <message>
        <source>Language of the interface</source>
        <translation>Langue de l’interface</translation>
    </message>
    <message>
        <source>&amp;Theme</source>
        <translation>&amp;Thème</translation>
    </message>
    <message>
        <source>Dark on light, light on dark, or as the system has it</source>
        <translation>Foncé sur clair, clair sur foncé, ou selon le système</translation>
    </message>
    <message>
        <source>Text &amp;size</source>
        <translation>Ta&amp;ille du texte</translation>
    </message>
    <message>
        <source>Size of all text</source>
        <translation>Taille de tout le texte</translation>
    </message>
    <message>
        <source>&amp;Colours of weights</source>
        <translation>&amp;Couleurs des poids</translation>
    </message>
    <message>
        <source>Of attention weights from 0 to 1; all can be read without seeing colours</source>
        <translation>Celles des poids d’attention de 0 à 1&#xa0;; toutes se lisent sans percevoir les couleurs</translation>
    </message>
    <message>
        <source>&amp;Decimal sign</source>
        <translation>Signe &amp;décimal</translation>
    </message>
    <message>
        <source>In numbers that are shown; files have a point</source>
        <translation>Dans les nombres affichés&#xa0;; les fichiers ont un point</translation>
    </message>
    <message>
        <source>D&amp;igits</source>
        <translation>C&amp;hiffres</translation>
    </message>
    <message>
        <source>Of numbers shown exactly; nine tell any two float32 numbers apart</source>
        <translation>Ceux des nombres affichés exactement&#xa0;; neuf distinguent deux nombres float32 quelconques</translation>
    </message>
    <message>
        <source>&amp;Reset to defaults</source>
        <translation>&amp;Valeurs par défaut</translation>
    </message>
    <message>
        <source>Cl&amp;ose</source>
        <translation>&amp;Fermer</translation>
    </message>
    <message>
        <source>A weight reads {number}.</source>
        <translation>Un poids s’écrit {number}.</translation>
    </message>
    <message>
        <source>row that writes the word</source>
        <translation>ligne qui écrit le mot</translation>
    </message>
    <message>
        <source>The row of the decoder position whose output is the word: where the network looked to choose it (the usual reading; Garg et al. 2019)</source>
        <translation>La ligne de la position du décodeur dont le mot est la sortie&#xa0;: où le réseau a regardé pour le choisir (la lecture habituelle&#xa0;; Garg et al. 2019)</translation>
    </message>
    <message>
        <source>row whose input is the word</source>
        <translation>ligne qui reçoit le mot</translation>
    </message>
    <message>
        <source>The row one step later, of the decoder position whose input is the word: where the network looked once it knew the word (Shift-Att, Chen et al. 2020). Of the last word it comes with the next step.</source>
        <translation>La ligne de l’étape suivante, celle de la position du décodeur dont le mot est l’entrée&#xa0;: où le réseau a regardé une fois le mot connu (Shift-Att, Chen et al. 2020). Celle du dernier mot vient à l’étape suivante.</translation>
    </message>
    <message>
        <source>argmax</source>
        <translation>argmax</translation>
    </message>
    <message>
        <source>Each target word is aligned with the source word it gives most weight</source>
        <translation>Chaque mot cible est aligné avec le mot source auquel il donne le plus de poids</translation>
    </message>
    <message>
        <source>intersection</source>
        <translation>intersection</translation>
    </message>
    <message>
        <source>A pair is aligned if it is the largest weight of the target word&apos;s row and of the source word&apos;s column too: both argmaxes intersected</source>
        <translation>Une paire est alignée si son poids est le plus grand à la fois de la ligne du mot cible et de la colonne du mot source&#xa0;: l’intersection des deux argmax</translation>
    </message>
    <message>
        <source>threshold</source>
        <translation>seuil</translation>
    </message>
    <message>
        <source>Every pair whose weight reaches the threshold is aligned</source>
        <translation>Toute paire dont le poids atteint le seuil est alignée</translation>
    </message>
    <message>
        <source>Ties</source>
        <translation>Liens</translation>
    </message>
    <message>
        <source>Source and target one above the other, tied</source>
        <translation>Source et cible l’une au-dessus de l’autre, reliées</translation>
    </message>
    <message>
        <source>Matrix</source>
        <translation>Matrice</translation>
    </message>
    <message>
        <source>One row a target word, one column a source word; aligned cells are framed</source>
        <translation>Une ligne par mot cible, une colonne par mot source&#xa0;; les cases alignées sont encadrées</translation>
    </message>
    <message>
        <source>Pairs of at least this weight are tied in grey, aligned or not; the method “threshold” aligns just these. Argmax and intersection do not depend on it.</source>
        <translation>Les paires d’au moins ce poids sont reliées en gris, alignées ou non&#xa0;; la méthode «&#xa0;seuil&#xa0;» aligne exactement celles-là. Argmax et intersection n’en dépendent pas.</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vue</translation>
    </message>
    <message>
        <source>Translate a sentence to see what each layer keeps and forgets.</source>
        <translation>Traduisez une phrase pour voir ce que chaque couche garde et oublie.</translation>
    </message>
    <message>
        <source>This decoder sees what it has written by masked self-attention, which has no gates. Models with an SSRU in its place, such as Firefox&apos;s, have them.</source>
        <translation>Ce décodeur voit ce qu’il a écrit par l’auto-attention masquée, qui n’a pas de portes. Les modèles qui ont un SSRU à la place, comme ceux de Firefox, en ont.</translation>
    </message>
    <message>
        <source>Gates stand in the place of a decoder’s self-attention, as in Firefox&apos;s models. This model is an encoder alone: it has no decoder.</source>
        <translation>Les portes prennent la place de l’auto-attention d’un décodeur, comme dans les modèles de Firefox. Ce modèle est un encodeur seul : il n’a pas de décodeur.</translation>
    </message>
    <message>
        <source>The gates of this translation were not recorded. Translate again to see them.</source>
        <translation>Les portes de cette traduction n’ont pas été enregistrées. Traduisez de nouveau pour les voir.</translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read its gate.</source>
        <translation>Pointez une case, ou parcourez les cases avec les flèches du clavier, pour lire sa porte.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Couche</translation>
    </message>
    <message>
        <source>Forget gates</source>
        <translation>Portes d’oubli</translation>
    </message>
    <message>
        <source>Gate under the pointer</source>
        <translation>Porte sous le pointeur</translation>
    </message>
    <message>
        <source>The mean over the dimensions at the current step: 1 keeps all, 0 forgets all</source>
        <translation>La moyenne sur les dimensions à l’étape courante : 1 garde tout, 0 oublie tout</translation>
    </message>
    <message>
        <source>f  [{rows} × {columns}]</source>
        <translation>f  [{rows} × {columns}]</translation>
    </message>
    <message>
        <source>step {step} keeps {share} of the state on average</source>
        <translation>l’étape {step} garde en moyenne {share} de l’état</translation>
    </message>
    <message>
        <source>step {step}, input “{piece}”, dimension {dimension}: f = {gate}: keeps {kept} of the state, takes {taken} of the new number</source>
        <translation>étape {step}, entrée « {piece} », dimension {dimension} : f = {gate} : garde {kept} de l’état, prend {taken} du nouveau nombre</translation>
    </message>
    <message>
        <source>Decoder layer whose cross-attention is read, or the mean over all layers</source>
        <translation>La couche du décodeur dont on lit l’attention croisée, ou la moyenne de toutes les couches</translation>
    </message>
    <message>
        <source>Attention head</source>
        <translation>Tête d’attention</translation>
    </message>
    <message>
        <source>Row of the attention</source>
        <translation>Ligne de l’attention</translation>
    </message>
    <message>
        <source>Which row of the cross-attention speaks for a word</source>
        <translation>Quelle ligne de l’attention croisée parle pour un mot</translation>
    </message>
    <message>
        <source>Hard alignment</source>
        <translation>Alignement dur</translation>
    </message>
    <message>
        <source>How the aligned pairs are read off the weights</source>
        <translation>Comment les paires alignées se déduisent des poids</translation>
    </message>
    <message>
        <source>Threshold</source>
        <translation>Seuil</translation>
    </message>
    <message>
        <source>mean over layers</source>
        <translation>moyenne des couches</translation>
    </message>
    <message>
        <source>Translate a sentence to see how a head computes its attention.</source>
        <translation>Traduisez une phrase pour voir comment une tête calcule son attention.</translation>
    </message>
    <message>
        <source>The numbers of a head are computed by its model. Open {model} to see them.</source>
        <translation>Les nombres d’une tête sont calculés par son modèle. Ouvrez {model} pour les voir.</translation>
    </message>
    <message>
        <source>A mean over heads has no queries, keys and values of its own.</source>
        <translation>Une moyenne de têtes n’a pas de requêtes, de clés ni de valeurs propres.</translation>
    </message>
    <message>
        <source>Computing layer {layer}, head {head} …</source>
        <translation>Calcul de la couche {layer}, tête {head}…</translation>
    </message>
    <message>
        <source>Choose a head of layer {layer}:</source>
        <translation>Choisissez une tête de la couche {layer}&#xa0;:</translation>
    </message>
    <message>
        <source>head {head} of {heads}</source>
        <translation>tête {head} sur {heads}</translation>
    </message>
    <message>
        <source>layer {layer} of {layers}</source>
        <translation>couche {layer} sur {layers}</translation>
    </message>
    <message>
        <source>step {step}: {what} “{piece}”</source>
        <translation>étape {step}&#xa0;: {what} «&#xa0;{piece}&#xa0;»</translation>
    </message>
    <message>
        <source>Heads of different layers have nothing in common: over layers all are averaged</source>
        <translation>Les têtes de couches différentes n’ont rien en commun&#xa0;: sur plusieurs couches, on fait la moyenne de toutes</translation>
    </message>
    <message>
        <source>One head, or the mean over all heads of the layer</source>
        <translation>Une tête, ou la moyenne de toutes les têtes de la couche</translation>
    </message>
    <message>
        <source>The aligned pairs in Pharaoh format: number of the source word, hyphen, number of the target word, both from 0, ordered by source word</source>
        <translation>Les paires alignées au format Pharaoh&#xa0;: numéro du mot source, trait d’union, numéro du mot cible, tous deux à partir de 0, dans l’ordre des mots source</translation>
    </message>
    <message>
        <source>Alignment in Pharaoh format</source>
        <translation>Alignement au format Pharaoh</translation>
    </message>
    <message>
        <source>Copy as Pharaoh</source>
        <translation>Copier en Pharaoh</translation>
    </message>
    <message>
        <source>Copy the matrix of weights for a spreadsheet: words, tabs, one target word a line</source>
        <translation>Copier la matrice des poids pour un tableur&#xa0;: mots, tabulations, un mot cible par ligne</translation>
    </message>
    <message>
        <source>Pharaoh</source>
        <translation>Pharaoh</translation>
    </message>
    <message numerus="yes">
        <source>word {number}: “{word}”, %n piece(s)</source>
        <translation>
            <numerusform>mot {number}&#xa0;: «&#xa0;{word}&#xa0;», %n pièce</numerusform>
            <numerusform>mot {number}&#xa0;: «&#xa0;{word}&#xa0;», %n pièces</numerusform>
        </translation>
    </message>
    <message>
        <source>its row comes with the next step</source>
        <translation>sa ligne vient à l’étape suivante</translation>
    </message>
    <message numerus="yes">
        <source>so far {rows} of %n row(s)</source>
        <translation>
            <numerusform>pour l’instant {rows} sur %n ligne</numerusform>
            <numerusform>pour l’instant {rows} sur %n lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>{number} “{word}”</source>
        <translation>{number} «&#xa0;{word}&#xa0;»</translation>
    </message>
    <message>
        <source>no target word looks at it</source>
        <translation>aucun mot cible ne le regarde</translation>
    </message>
    <message>
        <source>special tokens {share}</source>
        <translation>jetons spéciaux {share}</translation>
    </message>
    <message numerus="yes">
        <source>%n other(s) {share}</source>
        <translation>
            <numerusform>%n autre {share}</numerusform>
            <numerusform>%n autres {share}</numerusform>
        </translation>
    </message>
    <message>
        <source>{pair}   weight {weight}</source>
        <translation>{pair}   poids {weight}</translation>
    </message>
    <message>
        <source>aligned: {link}</source>
        <translation>alignés&#xa0;: {link}</translation>
    </message>
    <message numerus="yes">
        <source>{tied} of %n target word(s) aligned</source>
        <translation>
            <numerusform>mots cibles alignés&#xa0;: {tied} sur %n</numerusform>
            <numerusform>mots cibles alignés&#xa0;: {tied} sur %n</numerusform>
        </translation>
    </message>
    <message>
        <source>special tokens {share} on average, left out</source>
        <translation>jetons spéciaux {share} en moyenne, écartés</translation>
    </message>
    <message>
        <source>special tokens</source>
        <translation>jetons spéciaux</translation>
    </message>
    <message>
        <source>aligned with</source>
        <translation>aligné avec</translation>
    </message>
    <message>
        <source>Words tied by attention</source>
        <translation>Mots reliés par l’attention</translation>
    </message>
    <message>
        <source>Attention shown as</source>
        <translation>Attention affichée en</translation>
    </message>
    <message>
        <source>One cell a weight: rows are queries, columns keys</source>
        <translation>Une case par poids&#xa0;: les lignes sont les requêtes, les colonnes les clés</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Traits</translation>
    </message>
    <message>
        <source>One line a weight, from the keys on the left to the queries on the right</source>
        <translation>Un trait par poids, des clés à gauche aux requêtes à droite</translation>
    </message>
    <message>
        <source>Attention between</source>
        <translation>Attention entre</translation>
    </message>
    <message>
        <source>The pieces that the model reads and writes</source>
        <translation>Les pièces que le modèle lit et écrit</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Whole words: the columns of a word are summed, its rows averaged</source>
        <translation>Mots entiers&#xa0;: somme des colonnes d’un mot, moyenne de ses lignes</translation>
    </message>
    <message>
        <source>Specials</source>
        <translation>Spéciaux</translation>
    </message>
    <message>
        <source>Show the special tokens, start and end. Where they are hidden nothing is renormalised: the rows shown then sum to less than 1.</source>
        <translation>Afficher les jetons spéciaux, début et fin. S’ils sont cachés, rien n’est renormalisé&#xa0;: la somme des lignes affichées est alors inférieure à 1.</translation>
    </message>
    <message>
        <source>Lines from weight</source>
        <translation>Traits à partir du poids</translation>
    </message>
    <message>
        <source>Lines of smaller weights are not drawn</source>
        <translation>Les traits de poids inférieur ne sont pas tracés</translation>
    </message>
    <message>
        <source>Lines from</source>
        <translation>Traits dès</translation>
    </message>
    <message>
        <source>Layer of the stack, counted from its input</source>
        <translation>Couche de la pile, comptée depuis son entrée</translation>
    </message>
    <message>
        <source>One head, or the mean over all heads</source>
        <translation>Une tête, ou la moyenne de toutes les têtes</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>T&amp;ype</translation>
    </message>
    <message>
        <source>La&amp;yer</source>
        <translation>Couc&amp;he</translation>
    </message>
    <message>
        <source>Hea&amp;d</source>
        <translation>Têt&amp;e</translation>
    </message>
    <message>
        <source>{layer} of {layers}</source>
        <translation>{layer} sur {layers}</translation>
    </message>
    <message>
        <source>source word</source>
        <translation>mot source</translation>
    </message>
    <message>
        <source>decoder input, shifted right</source>
        <translation>entrée du décodeur, décalée à droite</translation>
    </message>
    <message>
        <source>written word</source>
        <translation>mot écrit</translation>
    </message>
    <message>
        <source>word of the text</source>
        <translation>mot du texte</translation>
    </message>
    <message>
        <source>query: {name} →</source>
        <translation>requête&#xa0;: {name} →</translation>
    </message>
    <message>
        <source>key: {name} →</source>
        <translation>clé&#xa0;: {name} →</translation>
    </message>
    <message>
        <source>row {row} “{query}”, column {column} “{key}”</source>
        <translation>ligne {row} «&#xa0;{query}&#xa0;», colonne {column} «&#xa0;{key}&#xa0;»</translation>
    </message>
    <message>
        <source>row selected</source>
        <translation>ligne sélectionnée</translation>
    </message>
    <message>
        <source>masked: {reason}</source>
        <translation>masqué&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>weight {weight}</source>
        <translation>poids {weight}</translation>
    </message>
    <message numerus="yes">
        <source>sum of %n column(s)</source>
        <comment>pieces of a word</comment>
        <translation>
            <numerusform>somme de %n colonne</numerusform>
            <numerusform>somme de %n colonnes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>mean of %n row(s)</source>
        <comment>pieces of a word</comment>
        <translation>
            <numerusform>moyenne de %n ligne</numerusform>
            <numerusform>moyenne de %n lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>{share} of the row on hidden special tokens</source>
        <translation>{share} de la ligne sur des jetons spéciaux cachés</translation>
    </message>
    <message numerus="yes">
        <source>Σ of %n selected row(s) {total}, mean {mean}</source>
        <translation>
            <numerusform>Σ de %n ligne sélectionnée {total}, moyenne {mean}</numerusform>
            <numerusform>Σ de %n lignes sélectionnées {total}, moyenne {mean}</numerusform>
        </translation>
    </message>
    <message>
        <source>row {number}</source>
        <translation>ligne {number}</translation>
    </message>
    <message>
        <source>column {number}</source>
        <translation>colonne {number}</translation>
    </message>
    <message>
        <source>selected</source>
        <translation>sélectionné</translation>
    </message>
    <message>
        <source>query {number} of {count}</source>
        <translation>requête {number} sur {count}</translation>
    </message>
    <message>
        <source>key {number} of {count}</source>
        <translation>clé {number} sur {count}</translation>
    </message>
    <message>
        <source>{weight} on “{key}”</source>
        <translation>{weight} sur «&#xa0;{key}&#xa0;»</translation>
    </message>
    <message>
        <source>{weight} from “{query}”</source>
        <translation>{weight} de «&#xa0;{query}&#xa0;»</translation>
    </message>
    <message>
        <source>Words: columns summed, rows averaged.</source>
        <translation>Mots&#xa0;: somme des colonnes, moyenne des lignes.</translation>
    </message>
    <message>
        <source>Rows of special tokens are hidden.</source>
        <translation>Les lignes des jetons spéciaux sont cachées.</translation>
    </message>
    <message>
        <source>Special tokens hidden, nothing renormalised: {mean} of the weight is not shown, at most {most} of a row (row {row}).</source>
        <translation>Jetons spéciaux cachés, rien n’est renormalisé&#xa0;: {mean} du poids n’est pas affiché, au plus {most} d’une ligne (ligne {row}).</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) from {threshold} on: {share} of the weight shown.</source>
        <translation>
            <numerusform>%n trait à partir de {threshold}&#xa0;: {share} du poids affiché.</numerusform>
            <numerusform>%n traits à partir de {threshold}&#xa0;: {share} du poids affiché.</numerusform>
        </translation>
    </message>
    <message>
        <source>Only the {most} strongest of {all} lines are drawn.</source>
        <translation>Seuls les {most} traits les plus forts sur {all} sont tracés.</translation>
    </message>
    <message>
        <source>A dot stands for up to {rows} × {columns} weights and shows the largest: zoom in.</source>
        <translation>Un point représente jusqu’à {rows} × {columns} poids et montre le plus grand&#xa0;: agrandissez.</translation>
    </message>
    <message>
        <source>Attention weights from 0 to 1, the same for every view</source>
        <translation>Poids d’attention de 0 à 1, la même échelle dans toutes les vues</translation>
    </message>
    <message>
        <source>Colour bar</source>
        <translation>Barre de couleurs</translation>
    </message>
    <message>
        <source>Attention weight, from 0 to 1. The scale never changes.</source>
        <translation>Poids d’attention, de 0 à 1. L’échelle ne change jamais.</translation>
    </message>
    <message>
        <source>Numbers from {low} to {high}</source>
        <translation>Nombres de {low} à {high}</translation>
    </message>
    <message>
        <source>0 where the query may look, {masked} where not</source>
        <translation>0 où la requête peut regarder, {masked} ailleurs</translation>
    </message>
    <message>
        <source>What differs</source>
        <translation>Ce qui diffère</translation>
    </message>
    <message>
        <source>Attention of {name}</source>
        <translation>Attention de {name}</translation>
    </message>
    <message>
        <source>masked, {score}: {why}</source>
        <translation>masqué, {score}&#xa0;: {why}</translation>
    </message>
    <message>
        <source>B − A, attention weights</source>
        <translation>B − A, poids d’attention</translation>
    </message>
    <message>
        <source>The mean is over {first} heads in A and over {second} in B.</source>
        <translation>La moyenne porte sur {first} têtes dans A et sur {second} dans B.</translation>
    </message>
    <message>
        <source>A: {first}
B: {second}</source>
        <translation>A&#xa0;: {first}
B&#xa0;: {second}</translation>
    </message>
    <message>
        <source>No cell differs.</source>
        <translation>Aucune case ne diffère.</translation>
    </message>
    <message>
        <source>B − A: blue where B gives less, red where it gives more, at most {largest}.</source>
        <translation>B − A&#xa0;: bleu où B donne moins, rouge où il donne plus, au plus {largest}.</translation>
    </message>
    <message>
        <source>The outputs differ from step {step} on, so the rows end with it: {rows} of {first} in A and {second} in B. The query of that row is the same in both; what it wrote is not.</source>
        <translation>Les sorties diffèrent à partir de l’étape {step}, les lignes s’arrêtent donc avec elle&#xa0;: {rows} sur {first} dans A et {second} dans B. La requête de cette ligne est la même dans les deux&#xa0;; ce qu’elle a écrit ne l’est pas.</translation>
    </message>
    <message>
        <source>The rows that both have: {rows} of {first} in A and {second} in B.</source>
        <translation>Les lignes communes aux deux&#xa0;: {rows} sur {first} dans A et {second} dans B.</translation>
    </message>
    <message>
        <source>masked in both, {score}: {why}</source>
        <translation>masqué dans les deux, {score}&#xa0;: {why}</translation>
    </message>
    <message>
        <source>B − A {value}</source>
        <translation>B − A {value}</translation>
    </message>
    <message numerus="yes">
        <source>{name} has no layer {layer} of this kind: its model has %n.</source>
        <translation>
            <numerusform>{name} n’a pas de couche {layer} de ce type&#xa0;: son modèle en a %n.</numerusform>
            <numerusform>{name} n’a pas de couche {layer} de ce type&#xa0;: son modèle en a %n.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{name} has no head {head}: its model has %n in a layer.</source>
        <translation>
            <numerusform>{name} n’a pas de tête {head}&#xa0;: son modèle en a %n par couche.</numerusform>
            <numerusform>{name} n’a pas de tête {head}&#xa0;: son modèle en a %n par couche.</numerusform>
        </translation>
    </message>
    <message>
        <source>{name} has not written anything yet.</source>
        <translation>{name} n’a encore rien écrit.</translation>
    </message>
    <message>
        <source>The attention of {name} was not recorded.</source>
        <translation>L’attention de {name} n’a pas été enregistrée.</translation>
    </message>
    <message>
        <source>The source pieces differ, so a cell of A and the same cell of B are about different things: there is no difference to take. Side by side they can be seen.</source>
        <translation>Les pièces de la source diffèrent&#xa0;: une case de A et la même case de B ne parlent pas de la même chose, il n’y a pas de différence à calculer. On peut les voir côte à côte.</translation>
    </message>
    <message>
        <source>The decoders begin with different start pieces, so their rows do not answer to each other. Side by side they can be seen.</source>
        <translation>Les décodeurs commencent par des pièces de début différentes&#xa0;: leurs lignes ne se correspondent pas. On peut les voir côte à côte.</translation>
    </message>
    <message numerus="yes">
        <source>“{word}”, a word of %n piece(s)</source>
        <translation>
            <numerusform>«&#xa0;{word}&#xa0;», un mot de %n pièce</numerusform>
            <numerusform>«&#xa0;{word}&#xa0;», un mot de %n pièces</numerusform>
        </translation>
    </message>
    <message>
        <source>(off)</source>
        <translation>(coupée)</translation>
    </message>
    <message>
        <source>Switched off: the head still attends, and its weights are shown, but zeros take the place of what it mixes, its share of the concatenation before W_O. So it adds nothing to the output of its layer (Michel et al. 2019).</source>
        <translation>Coupée&#xa0;: la tête regarde encore, et ses poids sont affichés, mais des zéros remplacent ce qu’elle mélange, sa part de la concaténation avant W_O. Elle n’ajoute donc rien à la sortie de sa couche (Michel et al. 2019).</translation>
    </message>
    <message>
        <source>encoder self</source>
        <translation>encodeur (auto)</translation>
    </message>
    <message>
        <source>decoder masked self</source>
        <translation>décodeur (auto masquée)</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>croisée</translation>
    </message>
    <message>
        <source>({state})</source>
        <translation>({state})</translation>
    </message>
    <message>
        <source>(next run: {state})</source>
        <translation>(prochain passage&#xa0;: {state})</translation>
    </message>
    <message>
        <source>({state}; next run: {later})</source>
        <translation>({state}&#xa0;; prochain passage&#xa0;: {later})</translation>
    </message>
    <message>
        <source>off</source>
        <translation>coupée</translation>
    </message>
    <message>
        <source>on</source>
        <translation>active</translation>
    </message>
    <message>
        <source>all on</source>
        <translation>toutes actives</translation>
    </message>
    <message>
        <source>all off</source>
        <translation>toutes coupées</translation>
    </message>
    <message numerus="yes">
        <source>%n off</source>
        <translation>
            <numerusform>%n coupée</numerusform>
            <numerusform>%n coupées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off</source>
        <translation>
            <numerusform>%n tête coupée</numerusform>
            <numerusform>%n têtes coupées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Next run: %n head(s) off</source>
        <translation>
            <numerusform>Prochain passage&#xa0;:&#xa0;%n tête coupée</numerusform>
            <numerusform>Prochain passage&#xa0;:&#xa0;%n têtes coupées</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off; next run: none</source>
        <translation>
            <numerusform>%n tête coupée&#xa0;; prochain passage&#xa0;: aucune</numerusform>
            <numerusform>%n têtes coupées&#xa0;; prochain passage&#xa0;: aucune</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n head(s) off; next run: {count}</source>
        <translation>
            <numerusform>%n tête coupée&#xa0;; prochain passage&#xa0;: {count}</numerusform>
            <numerusform>%n têtes coupées&#xa0;; prochain passage&#xa0;: {count}</numerusform>
        </translation>
    </message>
    <message>
        <source>Next run: all on</source>
        <translation>Prochain passage&#xa0;: toutes actives</translation>
    </message>
    <message>
        <source>Mean over the rows of −Σ w·ln w: how spread out the attention is, in nats</source>
        <translation>Moyenne sur les lignes de −Σ w·ln w&#xa0;: l’étalement de l’attention, en nats</translation>
    </message>
    <message>
        <source>Layer and head</source>
        <translation>Couche et tête</translation>
    </message>
    <message>
        <source>Rows are layers, columns are heads</source>
        <translation>Une ligne par couche, une colonne par tête</translation>
    </message>
    <message>
        <source>Entropy, low first</source>
        <translation>Entropie croissante</translation>
    </message>
    <message>
        <source>Entropy, high first</source>
        <translation>Entropie décroissante</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confiance</translation>
    </message>
    <message>
        <source>Mean over the rows of the largest weight, the end token left out (Voita et al. 2019)</source>
        <translation>Moyenne sur les lignes du plus grand poids, jeton de fin exclu (Voita et al. 2019)</translation>
    </message>
    <message>
        <source>Diagonal ±1</source>
        <translation>Diagonale ±1</translation>
    </message>
    <message>
        <source>Mean weight on the query&apos;s own position and both its neighbours</source>
        <translation>Poids moyen sur la position de la requête et ses deux voisines</translation>
    </message>
    <message>
        <source>Own position</source>
        <translation>Même position</translation>
    </message>
    <message>
        <source>Mean weight on the query&apos;s own position</source>
        <translation>Poids moyen sur la position même de la requête</translation>
    </message>
    <message>
        <source>Previous position</source>
        <translation>Position précédente</translation>
    </message>
    <message>
        <source>Mean weight on the position before</source>
        <translation>Poids moyen sur la position précédente</translation>
    </message>
    <message>
        <source>Next position</source>
        <translation>Position suivante</translation>
    </message>
    <message>
        <source>Mean weight on the position after</source>
        <translation>Poids moyen sur la position suivante</translation>
    </message>
    <message>
        <source>First position</source>
        <translation>Première position</translation>
    </message>
    <message>
        <source>Mean weight on the first key</source>
        <translation>Poids moyen sur la première clé</translation>
    </message>
    <message>
        <source>End token</source>
        <translation>Jeton de fin</translation>
    </message>
    <message>
        <source>Mean weight on the end of the source, where heads rest that find nothing</source>
        <translation>Poids moyen sur la fin de la source, où se reposent les têtes qui ne trouvent rien</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>confiance</translation>
    </message>
    <message>
        <source>diagonal ±1</source>
        <translation>diagonale ±1</translation>
    </message>
    <message>
        <source>own</source>
        <translation>même</translation>
    </message>
    <message>
        <source>previous</source>
        <translation>précédente</translation>
    </message>
    <message>
        <source>next</source>
        <translation>suivante</translation>
    </message>
    <message>
        <source>first</source>
        <translation>première</translation>
    </message>
    <message>
        <source>end token</source>
        <translation>jeton de fin</translation>
    </message>
    <message>
        <source>max</source>
        <translation>max</translation>
    </message>
    <message>
        <source>1 step/s</source>
        <translation>1 étape/s</translation>
    </message>
    <message>
        <source>{number} steps/s</source>
        <translation>{number} étapes/s</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>Première étape</translation>
    </message>
    <message>
        <source>Step back</source>
        <translation>Étape précédente</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>Dernière étape</translation>
    </message>
    <message>
        <source>The step that is shown</source>
        <translation>L’étape affichée</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Vitesse</translation>
    </message>
    <message>
        <source>Place in the translation: {place}</source>
        <translation>Place dans la traduction&#xa0;: {place}</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Hold</source>
        <translation>Mettre en pause</translation>
    </message>
    <message>
        <source>Play the steps one after the other</source>
        <translation>Faire défiler les étapes l’une après l’autre</translation>
    </message>
    <message>
        <source>Decode one more step</source>
        <translation>Décoder une étape de plus</translation>
    </message>
    <message>
        <source>Show the next step</source>
        <translation>Afficher l’étape suivante</translation>
    </message>
    <message>
        <source>no steps yet</source>
        <translation>pas encore d’étape</translation>
    </message>
    <message>
        <source>no steps</source>
        <translation>aucune étape</translation>
    </message>
    <message>
        <source>step {step} / {steps} · sentence {sentence} / {sentences}</source>
        <translation>étape {step} / {steps} · phrase {sentence} / {sentences}</translation>
    </message>
    <message>
        <source>Speed of decoding and playback: {speed}</source>
        <translation>Vitesse du décodage et de la lecture&#xa0;: {speed}</translation>
    </message>
    <message>
        <source>Attention heads</source>
        <translation>Têtes d’attention</translation>
    </message>
    <message>
        <source>Click to switch the heads of layer {layer} off or on</source>
        <translation>Cliquez pour couper ou rétablir les têtes de la couche {layer}</translation>
    </message>
    <message>
        <source>Switch this head off or on (X)</source>
        <translation>Couper ou rétablir cette tête (X)</translation>
    </message>
    <message>
        <source>Switch on layer {layer}, head {head}</source>
        <translation>Rétablir la tête {head} de la couche {layer}</translation>
    </message>
    <message>
        <source>Switch off layer {layer}, head {head}</source>
        <translation>Couper la tête {head} de la couche {layer}</translation>
    </message>
    <message>
        <source>Switch on all heads of layer {layer}</source>
        <translation>Rétablir toutes les têtes de la couche {layer}</translation>
    </message>
    <message>
        <source>Switch off all heads of layer {layer}</source>
        <translation>Couper toutes les têtes de la couche {layer}</translation>
    </message>
    <message>
        <source>Switch all heads on again</source>
        <translation>Rétablir toutes les têtes</translation>
    </message>
    <message>
        <source>All heads are on. The switch in a thumbnail&apos;s corner, or X, switches a head off.</source>
        <translation>Toutes les têtes sont actives. L’interrupteur au coin d’une vignette, ou X, coupe une tête.</translation>
    </message>
    <message>
        <source>Switch off</source>
        <translation>Couper</translation>
    </message>
    <message>
        <source>Switch layer on</source>
        <translation>Rétablir la couche</translation>
    </message>
    <message>
        <source>Switch layer off</source>
        <translation>Couper la couche</translation>
    </message>
    <message>
        <source>Switch on</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>{what} (X), and translate again.</source>
        <translation>{what} (X) et retraduire.</translation>
    </message>
    <message>
        <source>Heads switched off</source>
        <translation>Têtes coupées</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Switch all heads on again, and translate again</source>
        <translation>Rétablir toutes les têtes et retraduire</translation>
    </message>
    <message>
        <source>The largest weight that any head of the layer gives. Its rows do not sum to 1: it is no attention, has no entropy, and cannot be selected.</source>
        <translation>Le plus grand poids donné par une tête de la couche. La somme de ses lignes n’est pas 1&#xa0;: ce n’est pas une attention, il n’a pas d’entropie et ne peut être sélectionné.</translation>
    </message>
    <message>
        <source>layer {layer}, maximum over heads</source>
        <translation>couche {layer}, maximum des têtes</translation>
    </message>
    <message>
        <source>layer {layer}, mean over heads</source>
        <translation>couche {layer}, moyenne des têtes</translation>
    </message>
    <message>
        <source>layer {layer}, head {head}</source>
        <translation>couche {layer}, tête {head}</translation>
    </message>
    <message>
        <source>entropy {value} of at most {most} nats</source>
        <translation>entropie {value} sur au plus {most} nats</translation>
    </message>
    <message>
        <source>entropy {value} nats</source>
        <translation>entropie {value} nats</translation>
    </message>
    <message>
        <source>highest possible entropy {value}</source>
        <translation>entropie maximale possible {value}</translation>
    </message>
    <message>
        <source>{read} of {rows} rows have been read</source>
        <translation>lignes lues&#xa0;: {read} sur {rows}</translation>
    </message>
    <message>
        <source>Row labels</source>
        <translation>Étiquettes des lignes</translation>
    </message>
    <message>
        <source>Column labels</source>
        <translation>Étiquettes des colonnes</translation>
    </message>
    <message>
        <source>Attention weights</source>
        <translation>Poids d’attention</translation>
    </message>
    <message>
        <source>Attention heat map</source>
        <translation>Carte de chaleur de l’attention</translation>
    </message>
    <message>
        <source>no translation</source>
        <translation>pas de traduction</translation>
    </message>
    <message>
        <source>Translated at {time}; holds {size}</source>
        <translation>Traduite à {time}&#xa0;; occupe {size}</translation>
    </message>
    <message>
        <source>Made at {time}; holds {size}</source>
        <translation>Fait à {time} ; occupe {size}</translation>
    </message>
    <message>
        <source>{change} from mask {number} on</source>
        <translation>{change} à partir du masque {number}</translation>
    </message>
    <message>
        <source>{change} after “{text}”</source>
        <translation>{change} après «&#xa0;{text}&#xa0;»</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>épinglée</translation>
    </message>
    <message>
        <source>what if: {change}</source>
        <translation>et si&#xa0;: {change}</translation>
    </message>
    <message>
        <source>opened</source>
        <translation>ouverte</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>arrêtée</translation>
    </message>
    <message>
        <source>cut at the length limit</source>
        <translation>coupée à la longueur limite</translation>
    </message>
    <message>
        <source>repeats itself</source>
        <translation>se répète</translation>
    </message>
    <message>
        <source>Each layer&apos;s state through the output projection and the softmax, as if the network ended there. Bold: the piece that was written.</source>
        <translation>L’état de chaque couche passé par la projection de sortie et le softmax, comme si le réseau s’arrêtait là. En gras&#xa0;: la pièce écrite.</translation>
    </message>
    <message>
        <source>The residual stream x is the vector of {d_model} numbers that runs past every sub-layer; each adds its contribution s to it. Bars are lengths, ‖x‖ and ‖s‖.</source>
        <translation>Le flux résiduel x est le vecteur de {d_model} nombres qui longe toutes les sous-couches&#xa0;; chacune y ajoute sa contribution s. Les barres sont les longueurs ‖x‖ et ‖s‖.</translation>
    </message>
    <message>
        <source>A post-norm layer ends with its {norm}, so its state is projected as it is.</source>
        <translation>Une couche post-norm se termine par sa {norm}&#xa0;: son état est projeté tel quel.</translation>
    </message>
    <message>
        <source>The network is pre-norm, so each state passes through the decoder&apos;s last {norm} first.</source>
        <translation>Le réseau est pré-norm&#xa0;: chaque état passe d’abord par la dernière {norm} du décodeur.</translation>
    </message>
    <message>
        <source>Post-norm: x becomes {function}(x + s), which sets its length anew.</source>
        <translation>Post-norm&#xa0;: x devient {function}(x + s), qui fixe de nouveau sa longueur.</translation>
    </message>
    <message>
        <source>Pre-norm: x becomes x + s; nothing sets its length before the last {norm}.</source>
        <translation>Pré-norm&#xa0;: x devient x + s&#xa0;; rien ne fixe sa longueur avant la dernière {norm}.</translation>
    </message>
    <message>
        <source>Norms of the encoder</source>
        <translation>Normes de l’encodeur</translation>
    </message>
    <message>
        <source>Norms of the decoder</source>
        <translation>Normes du décodeur</translation>
    </message>
    <message>
        <source>Source piece</source>
        <translation>Pièce source</translation>
    </message>
    <message>
        <source>The source piece whose stream is shown; the one under the pointer goes before it</source>
        <translation>La pièce source dont le flux est affiché&#xa0;; celle sous le pointeur a la priorité</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>Encodeur</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>Décodeur</translation>
    </message>
    <message>
        <source>Decoder, step {step}: input “{input}”</source>
        <translation>Décodeur, étape {step}&#xa0;: entrée «&#xa0;{input}&#xa0;»</translation>
    </message>
    <message>
        <source>{text}: being computed …</source>
        <translation>{text}&#xa0;: calcul en cours…</translation>
    </message>
    <message>
        <source>what step {step} wrote: {piece}</source>
        <translation>écrit à l’étape {step}&#xa0;: {piece}</translation>
    </message>
    <message>
        <source>the decoder&apos;s input at step {step}, shifted right: {piece}</source>
        <translation>l’entrée du décodeur à l’étape {step}, décalée à droite&#xa0;: {piece}</translation>
    </message>
    <message>
        <source>input</source>
        <translation>entrée</translation>
    </message>
    <message>
        <source>What this layer would say</source>
        <translation>Ce que dirait cette couche</translation>
    </message>
    <message>
        <source>Being computed …</source>
        <translation>Calcul en cours…</translation>
    </message>
    <message>
        <source>embedding</source>
        <translation>plongement</translation>
    </message>
    <message>
        <source>The decoder&apos;s input as it enters layer 1: the piece&apos;s embedding, with its position where the network adds one. No layer has worked on it yet.</source>
        <translation>L’entrée du décodeur telle qu’elle arrive à la couche 1&#xa0;: le plongement de la pièce, avec sa position là où le réseau en ajoute une. Aucune couche n’y a encore travaillé.</translation>
    </message>
    <message>
        <source>After layer {layer}, the last one: what the network really says. These are the probabilities of the Candidates panel.</source>
        <translation>Après la couche {layer}, la dernière&#xa0;: ce que le réseau dit vraiment. Ce sont les probabilités du panneau Candidats.</translation>
    </message>
    <message>
        <source>After layer {layer} of {layers}: what the network would say if it ended here.</source>
        <translation>Après la couche {layer} sur {layers}&#xa0;: ce que dirait le réseau s’il s’arrêtait ici.</translation>
    </message>
    <message>
        <source>{state}, step {step}</source>
        <translation>{state}, étape {step}</translation>
    </message>
    <message>
        <source>written “{piece}”: rank {rank} of {vocabulary}, p = {p}</source>
        <translation>écrit «&#xa0;{piece}&#xa0;»&#xa0;: rang {rank} sur {vocabulary}, p = {p}</translation>
    </message>
    <message>
        <source>entropy {nats} nats</source>
        <translation>entropie {nats} nats</translation>
    </message>
    <message>
        <source>{place}: being computed</source>
        <translation>{place}&#xa0;: calcul en cours</translation>
    </message>
    <message>
        <source>{place}: “{piece}” p = {p}, ln p = {log}</source>
        <translation>{place}&#xa0;: «&#xa0;{piece}&#xa0;» p = {p}, ln p = {log}</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>flux</translation>
    </message>
    <message>
        <source>added</source>
        <translation>ajout</translation>
    </message>
    <message>
        <source>Source embedding</source>
        <translation>Plongement de la source</translation>
    </message>
    <message>
        <source>Target embedding</source>
        <translation>Plongement de la cible</translation>
    </message>
    <message>
        <source>Output projection</source>
        <translation>Projection de sortie</translation>
    </message>
    <message>
        <source>Bias of the output</source>
        <translation>Biais de la sortie</translation>
    </message>
    <message>
        <source>Embedding of both languages</source>
        <translation>Plongement des deux langues</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>auto-attention</translation>
    </message>
    <message>
        <source>SSRU</source>
        <translation>SSRU</translation>
    </message>
    <message>
        <source>cross-attention</source>
        <translation>attention croisée</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>feed-forward</translation>
    </message>
    <message>
        <source>layer norms</source>
        <translation>normalisations de couche</translation>
    </message>
    <message>
        <source>pieces</source>
        <translation>pièces</translation>
    </message>
    <message>
        <source>{count} ordinary</source>
        <translation>{count} ordinaires</translation>
    </message>
    <message>
        <source>{count} single bytes</source>
        <translation>{count} octets isolés</translation>
    </message>
    <message>
        <source>{count} special (start, end, padding)</source>
        <translation>{count} spéciales (début, fin, remplissage)</translation>
    </message>
    <message>
        <source>{count} for what is unknown</source>
        <translation>{count} pour l’inconnu</translation>
    </message>
    <message>
        <source>sines and cosines in turn, the paper&apos;s</source>
        <translation>sinus et cosinus en alternance, ceux de l’article</translation>
    </message>
    <message>
        <source>first all sines, then all cosines</source>
        <translation>d’abord tous les sinus, puis tous les cosinus</translation>
    </message>
    <message>
        <source>first all sines, then all cosines, of Marian&apos;s timescales</source>
        <translation>d’abord tous les sinus, puis tous les cosinus, aux échelles de Marian</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>apprises</translation>
    </message>
    <message>
        <source>Architecture</source>
        <translation>Architecture</translation>
    </message>
    <message>
        <source>What can be shown</source>
        <translation>Ce qui peut être montré</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Langues</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Taille</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Origine</translation>
    </message>
    <message>
        <source>Models on this machine</source>
        <translation>Modèles sur cette machine</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Ouvrir</translation>
    </message>
    <message>
        <source>Translate with this model</source>
        <translation>Traduire avec ce modèle</translation>
    </message>
    <message>
        <source>Sho&amp;w folder</source>
        <translation>&amp;Afficher le dossier</translation>
    </message>
    <message>
        <source>Show where its files are</source>
        <translation>Montrer où sont ses fichiers</translation>
    </message>
    <message>
        <source>no longer there</source>
        <translation>n’est plus là</translation>
    </message>
    <message>
        <source>{origin}; in use</source>
        <translation>{origin}&#xa0;; en service</translation>
    </message>
    <message>
        <source>&amp;Remove from the list</source>
        <translation>Retirer de la &amp;liste</translation>
    </message>
    <message>
        <source>&amp;Delete</source>
        <translation>&amp;Supprimer</translation>
    </message>
    <message>
        <source>The folder stays where it is</source>
        <translation>Le dossier reste où il est</translation>
    </message>
    <message>
        <source>Delete its files for good</source>
        <translation>Supprimer ses fichiers pour de bon</translation>
    </message>
    <message>
        <source>Only what was downloaded is deleted here</source>
        <translation>Seul ce qui a été téléchargé est supprimé ici</translation>
    </message>
    <message>
        <source>It is in use: open another one first</source>
        <translation>Il est en service&#xa0;: ouvrez-en d’abord un autre</translation>
    </message>
    <message>
        <source>Delete a model</source>
        <translation>Supprimer un modèle</translation>
    </message>
    <message>
        <source>Delete {model}, {size}? It can be downloaded again.</source>
        <translation>Supprimer {model}, {size}&#xa0;? Il peut être téléchargé de nouveau.</translation>
    </message>
    <message>
        <source>&amp;Keep</source>
        <translation>&amp;Garder</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Téléchargement</translation>
    </message>
    <message>
        <source>How far the download is</source>
        <translation>Avancement du téléchargement</translation>
    </message>
    <message>
        <source>Ca&amp;ncel</source>
        <translation>A&amp;nnuler</translation>
    </message>
    <message>
        <source>Stop here; what has arrived is kept</source>
        <translation>S’arrêter là&#xa0;; ce qui est arrivé est gardé</translation>
    </message>
    <message>
        <source>&amp;Go on</source>
        <translation>&amp;Continuer</translation>
    </message>
    <message>
        <source>Go on from where it stopped</source>
        <translation>Continuer là où il s’est arrêté</translation>
    </message>
    <message>
        <source>Deta&amp;ils…</source>
        <translation>&amp;Détails…</translation>
    </message>
    <message>
        <source>O&amp;pen it</source>
        <translation>L’o&amp;uvrir</translation>
    </message>
    <message>
        <source>Asking for the list of files…</source>
        <translation>Demande de la liste des fichiers…</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Arrêt…</translation>
    </message>
    <message>
        <source>{done} of {size}</source>
        <translation>{done} sur {size}</translation>
    </message>
    <message>
        <source>not said</source>
        <translation>non précisé</translation>
    </message>
    <message>
        <source>{model}  ·  licence: {licence}</source>
        <translation>{model}  ·  licence&#xa0;: {licence}</translation>
    </message>
    <message>
        <source>{amount}.  Waiting to try again: {reason}</source>
        <translation>{amount}.  Nouvel essai bientôt&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>{amount}.  Checking what is here of {file}</source>
        <translation>{amount}.  Vérification de ce qui est là de {file}</translation>
    </message>
    <message>
        <source>{rate} a second</source>
        <translation>{rate} par seconde</translation>
    </message>
    <message>
        <source>{time} left</source>
        <translation>encore {time}</translation>
    </message>
    <message>
        <source>{size} downloaded and checked.</source>
        <translation>{size} téléchargés et vérifiés.</translation>
    </message>
    <message>
        <source>All of it was here already, and nothing newer is there.</source>
        <translation>Tout était déjà là, et il n’y a rien de plus récent.</translation>
    </message>
    <message>
        <source>Try &amp;again</source>
        <translation>Réessa&amp;yer</translation>
    </message>
    <message>
        <source>Stopped at {amount}. It goes on from there when you want it to.</source>
        <translation>Arrêté à {amount}. Il reprendra de là quand vous le voudrez.</translation>
    </message>
    <message>
        <source>Stopped before anything was downloaded.</source>
        <translation>Arrêté avant tout téléchargement.</translation>
    </message>
    <message numerus="yes">
        <source>%n code(s), {first} to {last}</source>
        <translation>
            <numerusform>%n code, {first} à {last}</numerusform>
            <numerusform>%n codes, {first} à {last}</numerusform>
        </translation>
    </message>
    <message>
        <source>Begin the text with</source>
        <translation>Commencez le texte par</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licence</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nombres</translation>
    </message>
    <message>
        <source>stored as {stored}, computed as {computed} on {device}</source>
        <translation>enregistrés en {stored}, calculés en {computed} sur {device}</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Réseau</translation>
    </message>
    <message>
        <source>encoder–decoder Transformer</source>
        <translation>Transformer encodeur-décodeur</translation>
    </message>
    <message>
        <source>{encoder} of the encoder, {decoder} of the decoder</source>
        <translation>{encoder} dans l’encodeur, {decoder} dans le décodeur</translation>
    </message>
    <message>
        <source>{heads} a layer, d_k = {width}</source>
        <translation>{heads} par couche, d_k = {width}</translation>
    </message>
    <message>
        <source>{encoder} in the encoder, {decoder} in the decoder</source>
        <translation>{encoder} dans l’encodeur, {decoder} dans le décodeur</translation>
    </message>
    <message>
        <source>SSRU, a recurrent cell, in place of masked self-attention</source>
        <translation>SSRU, une cellule récurrente, à la place de l’auto-attention masquée</translation>
    </message>
    <message>
        <source>Transformer encoder alone: it fills in masks</source>
        <translation>encodeur Transformer seul&#xa0;: il remplit des masques</translation>
    </message>
    <message>
        <source>Transformer decoder alone: it continues a text</source>
        <translation>décodeur Transformer seul&#xa0;: il continue un texte</translation>
    </message>
    <message>
        <source>Transformer encoder alone, published without its output</source>
        <translation>encodeur Transformer seul, publié sans sa sortie</translation>
    </message>
    <message>
        <source>relative: a bias on the scores, of {buckets} buckets of distances</source>
        <translation>relatives&#xa0;: un biais sur les scores, pour {buckets} classes de distances</translation>
    </message>
    <message>
        <source>rotary: queries and keys are turned, base {base}</source>
        <translation>rotatives&#xa0;: requêtes et clés sont tournées, base {base}</translation>
    </message>
    <message>
        <source>post-norm, the paper&apos;s: {norm}(x + Sublayer(x))</source>
        <translation>post-norm, celle de l’article&#xa0;: {norm}(x + Sublayer(x))</translation>
    </message>
    <message>
        <source>pre-norm: x + Sublayer({norm}(x))</source>
        <translation>pre-norm&#xa0;: x + Sublayer({norm}(x))</translation>
    </message>
    <message>
        <source>none: there is no decoder</source>
        <translation>aucune&#xa0;: il n’y a pas de décodeur</translation>
    </message>
    <message>
        <source>none: there is no encoder</source>
        <translation>aucune&#xa0;: il n’y a pas d’encodeur</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>Feed-forward</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Activation</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>Normalisation de couche</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <translation>normalisation RMS</translation>
    </message>
    <message>
        <source>Q Kᵀ, not divided by √d_k</source>
        <translation>Q Kᵀ, sans division par √d_k</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>Biais</translation>
    </message>
    <message numerus="yes">
        <source>keys and values of %n head(s), each for {queries} of queries</source>
        <translation>
            <numerusform>clés et valeurs de %n tête, chacune pour {queries} de requêtes</numerusform>
            <numerusform>clés et valeurs de %n têtes, chacune pour {queries} de requêtes</numerusform>
        </translation>
    </message>
    <message>
        <source>none in W_O</source>
        <translation>aucun dans W_O</translation>
    </message>
    <message>
        <source>none in the feed-forward</source>
        <translation>aucun dans le feed-forward</translation>
    </message>
    <message>
        <source>one in the output projection</source>
        <translation>un dans la projection de sortie</translation>
    </message>
    <message>
        <source>one matrix</source>
        <translation>une seule matrice</translation>
    </message>
    <message>
        <source>one matrix for both languages</source>
        <translation>une matrice pour les deux langues</translation>
    </message>
    <message>
        <source>one matrix a language</source>
        <translation>une matrice par langue</translation>
    </message>
    <message numerus="yes">
        <source>plus the first of %n segment row(s)</source>
        <translation>
            <numerusform>plus la seule ligne de segments</numerusform>
            <numerusform>plus la première de %n lignes de segments</numerusform>
        </translation>
    </message>
    <message>
        <source>then a norm</source>
        <translation>puis une normalisation</translation>
    </message>
    <message>
        <source>none: nothing is predicted</source>
        <translation>aucune&#xa0;: rien n’est prédit</translation>
    </message>
    <message>
        <source>the embedding, transposed</source>
        <translation>le plongement, transposé</translation>
    </message>
    <message>
        <source>the target embedding, transposed</source>
        <translation>le plongement de la cible, transposé</translation>
    </message>
    <message>
        <source>a matrix of its own</source>
        <translation>une matrice à part</translation>
    </message>
    <message>
        <source>before it a dense layer, {activation} and a norm</source>
        <translation>précédée d’une couche dense, de {activation} et d’une normalisation</translation>
    </message>
    <message>
        <source>the states divided by √d_model</source>
        <translation>les états divisés par √d_model</translation>
    </message>
    <message>
        <source>{factor} times slower</source>
        <translation>{factor} fois plus lentement</translation>
    </message>
    <message>
        <source>long waves {factor} times slower</source>
        <translation>les ondes longues {factor} fois plus lentement</translation>
    </message>
    <message>
        <source>{kind}; up to {count} pieces</source>
        <translation>{kind}&#xa0;; jusqu’à {count} pièces</translation>
    </message>
    <message>
        <source>Predictions</source>
        <translation>Prédictions</translation>
    </message>
    <message>
        <source>none: the model was published without its output</source>
        <translation>aucune&#xa0;: le modèle a été publié sans sa sortie</translation>
    </message>
    <message>
        <source>none: its vocabulary has no mask</source>
        <translation>aucune&#xa0;: son vocabulaire n’a pas de masque</translation>
    </message>
    <message>
        <source>what stands for {mask} in a text</source>
        <translation>ce que {mask} remplace dans un texte</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>RMS norm</source>
        <comment>title</comment>
        <translation>Normalisation RMS</translation>
    </message>
    <message>
        <source>none in the attention</source>
        <translation>aucun dans l’attention</translation>
    </message>
    <message>
        <source>in the attention in W_O alone</source>
        <translation>dans l’attention, dans W_O seulement</translation>
    </message>
    <message>
        <source>{count} pieces: {kinds}</source>
        <translation>{count} pièces&#xa0;: {kinds}</translation>
    </message>
    <message>
        <source>{count} pieces of both languages: {kinds}</source>
        <translation>{count} pièces des deux langues&#xa0;: {kinds}</translation>
    </message>
    <message>
        <source>{source} source pieces; {target} target pieces: {kinds}</source>
        <translation>{source} pièces de la source&#xa0;; {target} pièces de la cible&#xa0;: {kinds}</translation>
    </message>
    <message>
        <source>{matrices} matrices: {layers} layers × {heads} heads</source>
        <translation>{matrices} matrices&#xa0;: {layers} couches × {heads} têtes</translation>
    </message>
    <message>
        <source>none: its SSRU has forget gates instead</source>
        <translation>aucune&#xa0;: son SSRU a des portes d’oubli à la place</translation>
    </message>
    <message>
        <source>none: this network has no such layers</source>
        <translation>aucune&#xa0;: ce réseau n’a pas de telles couches</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>Plongement</translation>
    </message>
    <message>
        <source>Before the output projection</source>
        <translation>Avant la projection de sortie</translation>
    </message>
    <message>
        <source>RMS norms</source>
        <translation>normalisations RMS</translation>
    </message>
    <message>
        <source>bias by distance</source>
        <translation>biais selon la distance</translation>
    </message>
    <message>
        <source>segments</source>
        <translation>segments</translation>
    </message>
    <message>
        <source>dense layer</source>
        <translation>couche dense</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>none: made in memory</source>
        <translation>aucun&#xa0;: fait en mémoire</translation>
    </message>
    <message>
        <source>{size} ({bytes} bytes)</source>
        <translation>{size} ({bytes} octets)</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>Tous les fichiers</translation>
    </message>
    <message>
        <source>SHA-256 of the weights</source>
        <translation>SHA-256 des poids</translation>
    </message>
    <message>
        <source>part</source>
        <translation>partie</translation>
    </message>
    <message>
        <source>in it</source>
        <translation>dont</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>paramètres</translation>
    </message>
    <message>
        <source>share</source>
        <translation>part</translation>
    </message>
    <message>
        <source>Parameters of {model}</source>
        <translation>Paramètres de {model}</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>SSRU, recurrent</source>
        <translation>SSRU, récurrent</translation>
    </message>
    <message>
        <source>self</source>
        <translation>auto</translation>
    </message>
    <message>
        <source>feed-fwd</source>
        <translation>feed-fwd</translation>
    </message>
    <message>
        <source>layer norm</source>
        <translation>normalisation de couche</translation>
    </message>
    <message>
        <source>last norm</source>
        <translation>norm. finale</translation>
    </message>
    <message>
        <source>last {norm}: ‖{function}(x)‖ = {x}</source>
        <translation>dernière {norm}&#xa0;: ‖{function}(x)‖ = {x}</translation>
    </message>
    <message>
        <source>what enters layer 1: ‖x‖ = {x}</source>
        <translation>ce qui entre dans la couche 1&#xa0;: ‖x‖ = {x}</translation>
    </message>
    <message>
        <source>{text}; ‖{function}(x + s)‖ = {after}</source>
        <translation>{text}&#xa0;; ‖{function}(x + s)‖ = {after}</translation>
    </message>
    <message>
        <source>layer {layer}, {sublayer}: ‖x‖ = {x} before; adds ‖s‖ = {s}, cos(x, s) = {cos}; ‖x + s‖ = {sum}</source>
        <translation>couche {layer}, {sublayer}&#xa0;: ‖x‖ = {x} avant&#xa0;; ajout ‖s‖ = {s}, cos(x, s) = {cos}&#xa0;; ‖x + s‖ = {sum}</translation>
    </message>
    <message>
        <source>sub-layer</source>
        <translation>sous-couche</translation>
    </message>
    <message>
        <source>‖x‖ before</source>
        <translation>‖x‖ avant</translation>
    </message>
    <message>
        <source>‖x‖ after</source>
        <translation>‖x‖ après</translation>
    </message>
    <message>
        <source>stream: ‖x‖, the length of the residual stream after the sub-layer
added: ‖s‖, the length of what the sub-layer adds to it
cos: of the angle between the stream before and what is added; below 0 it takes away
The longest bar is the largest norm of this position.</source>
        <translation>flux&#xa0;: ‖x‖, la longueur du flux résiduel après la sous-couche
ajout&#xa0;: ‖s‖, la longueur de ce que la sous-couche y ajoute
cos&#xa0;: de l’angle entre le flux avant et l’ajout&#xa0;; sous 0, l’ajout retranche
La plus longue barre est la plus grande norme de cette position.</translation>
    </message>
    <message>
        <source>The model could not be loaded: {reason}.</source>
        <translation>Impossible de charger le modèle&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The translation stopped: {reason}.</source>
        <translation>La traduction s’est arrêtée&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>This head could not be explained: {reason}.</source>
        <translation>Impossible d’expliquer cette tête&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>This output could not be scored: {reason}.</source>
        <translation>Impossible d’évaluer cette sortie&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>What the layers would say could not be computed: {reason}.</source>
        <translation>Impossible de calculer ce que diraient les couches&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The embeddings could not be computed: {reason}.</source>
        <translation>Impossible de calculer les plongements&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The model card could not be made: {reason}.</source>
        <translation>La fiche du modèle n’a pas pu être faite&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The models on this machine could not be listed: {reason}.</source>
        <translation>Les modèles de cette machine n’ont pas pu être listés&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The search for models stopped: {reason}.</source>
        <translation>La recherche de modèles s’est arrêtée&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The download stopped: {reason}.</source>
        <translation>Le téléchargement s’est arrêté&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The trace could not be opened: {reason}.</source>
        <translation>Impossible d’ouvrir la trace&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The trace could not be saved: {reason}.</source>
        <translation>Impossible d’enregistrer la trace&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The attention could not be exported: {reason}.</source>
        <translation>Impossible d’exporter l’attention&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The view could not be exported: {reason}.</source>
        <translation>Impossible d’exporter la vue&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>The report could not be written: {reason}.</source>
        <translation>Impossible d’écrire le rapport&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Unfinished work could not be kept or put back: {reason}.</source>
        <translation>Le travail en cours n’a pas pu être conservé ou rétabli&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>There is not enough memory for this: use a shorter text or a smaller model.</source>
        <translation>La mémoire ne suffit pas&#xa0;: prenez un texte plus court ou un modèle plus petit.</translation>
    </message>
    <message>
        <source>The memory of the graphics card is full: close what else uses it, use a shorter text or a smaller model, or start Diaphane with --device cpu.</source>
        <translation>La mémoire de la carte graphique est pleine&#xa0;: fermez ce qui l’utilise par ailleurs, prenez un texte plus court ou un modèle plus petit, ou lancez Diaphane avec --device cpu.</translation>
    </message>
    <message>
        <source>The device that computed stopped working ({reason}): save what you want to keep, then start Diaphane anew, with --device cpu if it happens again.</source>
        <translation>Le périphérique de calcul ne fonctionne plus ({reason})&#xa0;: enregistrez ce que vous voulez garder, puis relancez Diaphane, avec --device cpu si cela se reproduit.</translation>
    </message>
    <message>
        <source>No model is loaded: open a model folder first.</source>
        <translation>Aucun modèle n’est chargé&#xa0;: ouvrez d’abord un dossier de modèle.</translation>
    </message>
    <message numerus="yes">
        <source>Σ of %n row(s)</source>
        <translation>
            <numerusform>Σ de&#xa0;%n ligne</numerusform>
            <numerusform>Σ de&#xa0;%n lignes</numerusform>
        </translation>
    </message>
    <message>
        <source>masked</source>
        <translation>masqué</translation>
    </message>
    <message>
        <source>Attention as lines</source>
        <translation>Attention en traits</translation>
    </message>
    <message>
        <source>Padding blocks nothing: the sentence is translated by itself, so there are no pads.</source>
        <translation>Le remplissage ne bloque rien&#xa0;: la phrase est traduite seule, il n’y a donc pas de ‹pad›.</translation>
    </message>
    <message>
        <source>Padding mask only: every source piece may look at every source piece. The encoder runs once, so this mask never grows.</source>
        <translation>Masque de remplissage seul&#xa0;: chaque pièce source peut regarder toutes les pièces source. L’encodeur ne tourne qu’une fois, ce masque ne grandit donc jamais.</translation>
    </message>
    <message>
        <source>Padding + causal: an input may look at itself and at the inputs before it. Grows by one row and one column a step.</source>
        <translation>Remplissage + causal&#xa0;: une entrée peut se regarder elle-même et regarder les entrées précédentes. Grandit d’une ligne et d’une colonne par étape.</translation>
    </message>
    <message>
        <source>Padding mask of the source only: every written piece may look at the whole source. Grows by one row a step.</source>
        <translation>Masque de remplissage de la source seule&#xa0;: chaque pièce écrite peut regarder toute la source. Grandit d’une ligne par étape.</translation>
    </message>
    <message>
        <source>Padding + causal. Teacher forcing feeds the whole target in at once, shifted right, so the M&#xa0;×&#xa0;M triangle is there from the start and never grows.</source>
        <translation>Remplissage + causal. Le forçage par la référence (teacher forcing) fournit toute la cible d’un coup, décalée à droite&#xa0;: le triangle M&#xa0;×&#xa0;M est là dès le début et ne grandit jamais.</translation>
    </message>
    <message>
        <source>Padding mask of the source only. Teacher forcing feeds the whole target in at once, so all M rows are there from the start.</source>
        <translation>Masque de remplissage de la source seule. Le forçage par la référence (teacher forcing) fournit toute la cible d’un coup&#xa0;: les M lignes sont là dès le début.</translation>
    </message>
    <message>
        <source>padding: fills the row up to the longest sentence of the batch</source>
        <translation>remplissage&#xa0;: complète la ligne jusqu’à la plus longue phrase du lot</translation>
    </message>
    <message>
        <source>{rows} × {columns}, {blocked} blocked</source>
        <translation>{rows} × {columns}, bloquées&#xa0;: {blocked}</translation>
    </message>
    <message>
        <source>step {step}: {size}</source>
        <translation>étape {step}&#xa0;: {size}</translation>
    </message>
    <message>
        <source>Padding blocks {blocked} of {keys} keys.</source>
        <translation>Le remplissage bloque {blocked} des {keys} clés.</translation>
    </message>
    <message>
        <source>This is the longest source of the {n} in the batch: no pads.</source>
        <translation>C’est la plus longue source des {n} du lot&#xa0;: pas de ‹pad›.</translation>
    </message>
    <message>
        <source>Batch of {n}: the sources are padded to the longest, {longest} pieces; {pads} of this one are pads, which no query may look at.</source>
        <translation>Lot de {n}&#xa0;: les sources sont complétées jusqu’à la plus longue, {longest} pièces&#xa0;; celle-ci compte {pads} ‹pad›, qu’aucune requête ne peut regarder.</translation>
    </message>
    <message>
        <source>A batch of {n} writes one piece of each sentence a step, and a sentence that ends leaves it: no input is ever a pad.</source>
        <translation>Un lot de {n} écrit une pièce de chaque phrase par étape, et une phrase terminée le quitte&#xa0;: aucune entrée n’est jamais un ‹pad›.</translation>
    </message>
    <message>
        <source>This is the longest target of the {n} in the batch: no pads.</source>
        <translation>C’est la plus longue cible des {n} du lot&#xa0;: pas de ‹pad›.</translation>
    </message>
    <message>
        <source>Batch of {n}: the targets are padded to the longest, {longest} pieces; {pads} of this one&apos;s inputs are pads, which are no keys and count in no loss.</source>
        <translation>Lot de {n}&#xa0;: les cibles sont complétées jusqu’à la plus longue, {longest} pièces&#xa0;; les entrées de celle-ci comptent {pads} ‹pad›, qui ne sont jamais des clés et n’entrent dans aucune perte.</translation>
    </message>
    <message numerus="yes">
        <source>%n row(s) blocked throughout: a softmax of −∞ alone would be 0 ÷ 0, so the engine gives weights of exactly 0 there, never NaN.</source>
        <translation>
            <numerusform>%n ligne entièrement bloquée&#xa0;: un softmax de −∞ seuls vaudrait 0 ÷ 0&#xa0;; le moteur y donne des poids d’exactement 0, jamais NaN.</numerusform>
            <numerusform>%n lignes entièrement bloquées&#xa0;: un softmax de −∞ seuls vaudrait 0 ÷ 0&#xa0;; le moteur y donne des poids d’exactement 0, jamais NaN.</numerusform>
        </translation>
    </message>
    <message>
        <source>No row is blocked throughout, not even that of a pad; if one were, its weights would be 0, never NaN.</source>
        <translation>Aucune ligne n’est entièrement bloquée, pas même celle d’un ‹pad›&#xa0;; sinon ses poids seraient 0, jamais NaN.</translation>
    </message>
    <message>
        <source>{reason}, up to the batch&apos;s longest</source>
        <translation>{reason}, jusqu’à la plus longue phrase du lot</translation>
    </message>
    <message>
        <source>{first}; and {second}</source>
        <translation>{first}&#xa0;; et {second}</translation>
    </message>
    <message>
        <source>{reason}. The whole row is blocked: its weights are 0, never NaN</source>
        <translation>{reason}. Toute la ligne est bloquée&#xa0;: ses poids sont 0, jamais NaN</translation>
    </message>
    <message>
        <source>{reason}: it is not written yet</source>
        <translation>{reason}&#xa0;: elle n’est pas encore écrite</translation>
    </message>
    <message>
        <source>{reason}: it is what the query has to predict</source>
        <translation>{reason}&#xa0;: c’est ce que la requête doit prédire</translation>
    </message>
    <message>
        <source>{reason}: it lies beyond what the query has to predict</source>
        <translation>{reason}&#xa0;: elle est au-delà de ce que la requête doit prédire</translation>
    </message>
    <message>
        <source>this mask leaves it open</source>
        <translation>ce masque la laisse ouverte</translation>
    </message>
    <message>
        <source>the query is padding itself: its row is computed, and nothing reads it</source>
        <translation>la requête est elle-même du remplissage&#xa0;: sa ligne est calculée, et rien ne la lit</translation>
    </message>
    <message>
        <source>the query may look at the key</source>
        <translation>la requête peut regarder la clé</translation>
    </message>
    <message>
        <source>Outputs</source>
        <translation>Sorties</translation>
    </message>
    <message>
        <source>α</source>
        <translation>α</translation>
    </message>
    <message>
        <source>Pieces allowed per source piece</source>
        <translation>Pièces permises par pièce source</translation>
    </message>
    <message>
        <source>Pieces allowed on top</source>
        <translation>Pièces permises en plus</translation>
    </message>
    <message>
        <source>Never written</source>
        <translation>Jamais écrit</translation>
    </message>
    <message>
        <source>Must be written</source>
        <translation>À écrire</translation>
    </message>
    <message>
        <source>Forced beginning</source>
        <translation>Début imposé</translation>
    </message>
    <message>
        <source>Scored reference</source>
        <translation>Référence évaluée</translation>
    </message>
    <message>
        <source>Candidates recorded</source>
        <translation>Candidats enregistrés</translation>
    </message>
    <message>
        <source>((5 + L) / 6)^α</source>
        <translation>((5 + L) / 6)^α</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>encodeur</translation>
    </message>
    <message>
        <source>decoder self</source>
        <translation>décodeur (auto)</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>by the source&apos;s length</source>
        <translation>selon la longueur de la source</translation>
    </message>
    <message>
        <source>none of {n} pieces</source>
        <translation>aucun de {n} pièces</translation>
    </message>
    <message>
        <source>{kind} layer {layer} head {head}</source>
        <translation>{kind} couche {layer} tête {head}</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>heads</comment>
        <translation>
            <numerusform>et&#xa0;%n autre</numerusform>
            <numerusform>et&#xa0;%n autres</numerusform>
        </translation>
    </message>
    <message>
        <source>beam {value}</source>
        <translation>faisceau {value}</translation>
    </message>
    <message>
        <source>{value} outputs</source>
        <translation>{value} sorties</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>échantillonnage</translation>
    </message>
    <message>
        <source>T {value}</source>
        <translation>T {value}</translation>
    </message>
    <message>
        <source>top-k {value}</source>
        <translation>top-k {value}</translation>
    </message>
    <message>
        <source>top-p {value}</source>
        <translation>top-p {value}</translation>
    </message>
    <message>
        <source>seed {value}</source>
        <translation>graine {value}</translation>
    </message>
    <message>
        <source>at most {value} pieces</source>
        <translation>au plus {value} pièces</translation>
    </message>
    <message>
        <source>never {value}</source>
        <translation>jamais {value}</translation>
    </message>
    <message>
        <source>with {value}</source>
        <translation>avec {value}</translation>
    </message>
    <message>
        <source>begins {value}</source>
        <translation>débute par {value}</translation>
    </message>
    <message>
        <source>reference scored</source>
        <translation>référence évaluée</translation>
    </message>
    <message>
        <source>piece {id}</source>
        <translation>pièce {id}</translation>
    </message>
    <message>
        <source>dimension →</source>
        <translation>dimension →</translation>
    </message>
    <message>
        <source>The positional encoding: one row a position</source>
        <translation>L’encodage positionnel&#xa0;: une ligne par position</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>Courbes</translation>
    </message>
    <message>
        <source>The sinusoids of chosen dimensions over the positions</source>
        <translation>Les sinusoïdes des dimensions choisies le long des positions</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>Plongements</translation>
    </message>
    <message>
        <source>A sentence’s vectors before and after PE is added</source>
        <translation>Les vecteurs d’une phrase avant et après l’ajout de PE</translation>
    </message>
    <message>
        <source>Queries</source>
        <translation>Requêtes</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valeurs</translation>
    </message>
    <message>
        <source>Dot products</source>
        <translation>Produits scalaires</translation>
    </message>
    <message>
        <source>Scaled scores</source>
        <translation>Scores réduits</translation>
    </message>
    <message>
        <source>Bias by distance</source>
        <translation>Biais selon la distance</translation>
    </message>
    <message>
        <source>Masked scores</source>
        <translation>Scores masqués</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Poids</translation>
    </message>
    <message>
        <source>Weights · values</source>
        <translation>Poids · valeurs</translation>
    </message>
    <message>
        <source>What the head adds</source>
        <translation>Apport de la tête</translation>
    </message>
    <message>
        <source>Every position, or piece, times every other</source>
        <translation>Chaque position, ou pièce, avec toutes les autres</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>positions</translation>
    </message>
    <message>
        <source>embeddings</source>
        <translation>plongements</translation>
    </message>
    <message>
        <source>embeddings + positions</source>
        <translation>plongements + positions</translation>
    </message>
    <message>
        <source>What the encoder gets</source>
        <translation>Ce que reçoit l’encodeur</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>Cible</translation>
    </message>
    <message>
        <source>What the decoder gets: its input, shifted right, up to the current step</source>
        <translation>Ce que reçoit le décodeur&#xa0;: son entrée, décalée à droite, jusqu’à l’étape actuelle</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>Contenu affiché</translation>
    </message>
    <message>
        <source>What the dot products are between</source>
        <translation>Vecteurs des produits scalaires</translation>
    </message>
    <message>
        <source>Which vectors are multiplied with each other</source>
        <translation>Les vecteurs multipliés entre eux</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Côté</translation>
    </message>
    <message>
        <source>The encoder’s or the decoder’s input</source>
        <translation>L’entrée de l’encodeur ou celle du décodeur</translation>
    </message>
    <message>
        <source>Number of positions</source>
        <translation>Nombre de positions</translation>
    </message>
    <message>
        <source>How many positions are shown, from position 0 on</source>
        <translation>Combien de positions sont affichées, à partir de la position 0</translation>
    </message>
    <message>
        <source>of</source>
        <translation>entre</translation>
    </message>
    <message>
        <source>S&amp;ide</source>
        <translation>&amp;Côté</translation>
    </message>
    <message>
        <source>position →</source>
        <translation>position →</translation>
    </message>
    <message>
        <source>Point at a cell, or move over the cells with the arrow keys, to read its arithmetic.</source>
        <translation>Pointez une case, ou parcourez les cases avec les flèches du clavier, pour lire son calcul.</translation>
    </message>
    <message>
        <source>dimension {number} of {axis}</source>
        <translation>dimension {number} sur {axis}</translation>
    </message>
    <message>
        <source>From Q, K and V to what the head adds</source>
        <translation>De Q, K et V à l’apport de la tête</translation>
    </message>
    <message>
        <source>Chosen matrix</source>
        <translation>Matrice choisie</translation>
    </message>
    <message>
        <source>Cells of the chosen matrix</source>
        <translation>Cases de la matrice choisie</translation>
    </message>
    <message>
        <source>Arithmetic of the cell</source>
        <translation>Calcul de la case</translation>
    </message>
    <message>
        <source>{title}, {formula}; {rows} rows, {columns} columns; from {low} to {high}</source>
        <translation>{title}, {formula}&#xa0;; {rows} lignes, {columns} colonnes&#xa0;; de {low} à {high}</translation>
    </message>
    <message>
        <source>{title}, {formula}; {rows} rows, {columns} columns</source>
        <translation>{title}, {formula}&#xa0;; {rows} lignes, {columns} colonnes</translation>
    </message>
    <message>
        <source>Point at a position, or move along the positions with the arrow keys, to read its numbers.</source>
        <translation>Pointez une position, ou parcourez les positions avec les flèches du clavier, pour lire ses nombres.</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>Encodage positionnel</translation>
    </message>
    <message>
        <source>Embeddings and positions</source>
        <translation>Plongements et positions</translation>
    </message>
    <message>
        <source>Cells of the dot products</source>
        <translation>Cases des produits scalaires</translation>
    </message>
    <message>
        <source>{symbol}, embedding</source>
        <translation>{symbol}, plongement</translation>
    </message>
    <message>
        <source>PE, position</source>
        <translation>PE, position</translation>
    </message>
    <message>
        <source>sum</source>
        <translation>somme</translation>
    </message>
    <message>
        <source>head →</source>
        <translation>tête →</translation>
    </message>
    <message>
        <source>S, segment</source>
        <translation>S, segment</translation>
    </message>
    <message>
        <source>norm of the sum</source>
        <translation>normalisation de la somme</translation>
    </message>
    <message>
        <source>piece →</source>
        <translation>pièce →</translation>
    </message>
    <message>
        <source>position p →</source>
        <translation>position p →</translation>
    </message>
    <message>
        <source>position q →</source>
        <translation>position q →</translation>
    </message>
    <message>
        <source>Relative positions: each head adds a bias to the score of a query and a key, by the distance from the query to the key; the same in every layer</source>
        <translation>Positions relatives&#xa0;: chaque tête ajoute un biais au score d’une requête et d’une clé, selon la distance de la requête à la clé&#xa0;; le même dans toutes les couches</translation>
    </message>
    <message>
        <source>PE(p) · PE(q): largest on the diagonal, the same for equal distances</source>
        <translation>PE(p) · PE(q)&#xa0;: maximal sur la diagonale, le même à distance égale</translation>
    </message>
    <message>
        <source>Σ cos(θ(p) − θ(q)): what turning leaves of equal queries and keys</source>
        <translation>Σ cos(θ(p) − θ(q))&#xa0;: ce que la rotation laisse de requêtes et de clés égales</translation>
    </message>
    <message>
        <source>Each piece’s embedding with each other’s, before positions are added</source>
        <translation>Le plongement de chaque pièce avec ceux des autres, avant l’ajout des positions</translation>
    </message>
    <message>
        <source>Each piece’s embedding with each other’s; positions enter the attention</source>
        <translation>Le plongement de chaque pièce avec celui de chaque autre&#xa0;; les positions entrent dans l’attention</translation>
    </message>
    <message>
        <source>With positions added: what attention’s projections start from</source>
        <translation>Positions ajoutées&#xa0;: le point de départ des projections de l’attention</translation>
    </message>
    <message>
        <source>what the encoder’s first layer gets</source>
        <translation>ce que reçoit la première couche de l’encodeur</translation>
    </message>
    <message>
        <source>what the decoder’s first layer gets: its input up to step {step}</source>
        <translation>ce que reçoit la première couche du décodeur&#xa0;: son entrée jusqu’à l’étape {step}</translation>
    </message>
    <message>
        <source>This is the model’s own table; the formula differs by {most} at most.</source>
        <translation>C’est la table du modèle lui-même&#xa0;; la formule s’en écarte de {most} au plus.</translation>
    </message>
    <message>
        <source>No position is added here: positions enter the attention.</source>
        <translation>Aucune position n’est ajoutée ici&#xa0;: les positions entrent dans l’attention.</translation>
    </message>
    <message>
        <source>The colours’ ends hold 99 % of the numbers.</source>
        <translation>L’échelle des couleurs couvre 99&#xa0;% des nombres.</translation>
    </message>
    <message>
        <source>Cells are smaller than pixels: of {rows} × {columns}, the largest shows.</source>
        <translation>Les cases sont plus petites que les pixels&#xa0;: sur {rows} × {columns}, on voit la plus grande valeur.</translation>
    </message>
    <message>
        <source>The wavelengths are a geometric progression from 2π to {longest} positions.</source>
        <translation>Les longueurs d’onde forment une progression géométrique de 2π à {longest} positions.</translation>
    </message>
    <message>
        <source>position {position}</source>
        <translation>position {position}</translation>
    </message>
    <message>
        <source>Learned positions: each has a row of weights, and there is no formula.</source>
        <translation>Positions apprises : chacune a une ligne de poids, et il n’y a pas de formule.</translation>
    </message>
    <message>
        <source>the first pos is {first}</source>
        <translation>le premier pos est {first}</translation>
    </message>
    <message>
        <source>Rotary positions: sin θ and cos θ of θ(pos, i) = pos · {base}^(−i/{pairs}) turn the numbers i and {pairs} + i of every query and key</source>
        <translation>Positions rotatives&#xa0;: sin θ et cos θ de θ(pos, i) = pos · {base}^(−i/{pairs}) tournent les nombres i et {pairs} + i de chaque requête et de chaque clé</translation>
    </message>
    <message>
        <source>slowed down for longer texts</source>
        <translation>ralenties pour des textes plus longs</translation>
    </message>
    <message>
        <source>λ = {times} = {length} positions</source>
        <comment>wavelength</comment>
        <translation>λ = {times} = {length} positions</translation>
    </message>
    <message>
        <source>position {position}, “{piece}”</source>
        <translation>position {position}, «&#xa0;{piece}&#xa0;»</translation>
    </message>
    <message>
        <source>norm of the sums {total} …: {result}</source>
        <translation>normalisation des sommes {total} …&#xa0;: {result}</translation>
    </message>
    <message>
        <source>sum: {total}</source>
        <translation>somme&#xa0;: {total}</translation>
    </message>
    <message>
        <source>the query’s own position</source>
        <translation>la position de la requête elle-même</translation>
    </message>
    <message>
        <source>{near} or more</source>
        <translation>{near} ou plus</translation>
    </message>
    <message>
        <source>{near} to {far}</source>
        <translation>{near} à {far}</translation>
    </message>
    <message>
        <source>keys {distance} after the query</source>
        <translation>clés à {distance} après la requête</translation>
    </message>
    <message>
        <source>keys {distance} before the query</source>
        <translation>clés à {distance} avant la requête</translation>
    </message>
    <message>
        <source>{distances}, head {head}: b = {bias}, added to the score; bucket {bucket}</source>
        <translation>{distances}, tête {head}&#xa0;: b = {bias}, ajouté au score&#xa0;; classe {bucket}</translation>
    </message>
    <message>
        <source>Σ cos(θ({p}, i) − θ({q}, i)) = {product};  by the formula Σ cos θ({distance}, i) over {pairs} pairs = {exact}: it depends on the distance {distance} alone</source>
        <translation>Σ cos(θ({p}, i) − θ({q}, i)) = {product}&#xa0;;  par la formule, Σ cos θ({distance}, i) sur {pairs} paires = {exact}&#xa0;: il ne dépend que de la distance {distance}</translation>
    </message>
    <message>
        <source>{product};  by the formula Σ cos({distance} / 10000^({power})) over {pairs} pairs = {exact}: it depends on the distance {distance} alone</source>
        <translation>{product} ;  par la formule, Σ cos({distance} / 10000^({power})) sur {pairs} paires = {exact} : seul l’écart {distance} compte</translation>
    </message>
    <message>
        <source>{first} at {p} · {second} at {q} = {product}</source>
        <translation>{first} en {p} · {second} en {q} = {product}</translation>
    </message>
    <message>
        <source>From a query to a key at distance {k}, pair {pair} turns by {k} · {frequency} = {angle} rad = {degrees}°, wherever the two are: scores depend on the distance</source>
        <translation>D’une requête à une clé à la distance {k}, la paire {pair} tourne de {k} · {frequency} = {angle} rad = {degrees}°, où qu’elles soient&#xa0;: les scores dépendent de la distance</translation>
    </message>
    <message>
        <source>PE(pos + {k}) is a linear map of PE(pos). At every pos, pair {pair} turns by {k} / 10000^({over}/{under}) = {angle} rad = {degrees}°</source>
        <translation>PE(pos + {k}) est une application linéaire de PE(pos). À tout pos, la paire {pair} tourne de {k} / 10000^({over}/{under}) = {angle} rad = {degrees}°</translation>
    </message>
    <message>
        <source>{first} · {second} = {product};  cosine of their angle {cosine}</source>
        <translation>{first} · {second} = {product}&#xa0;;  cosinus de leur angle {cosine}</translation>
    </message>
    <message>
        <source>Learned positions: PE(pos + k) does not follow from PE(pos).</source>
        <translation>Positions apprises : PE(pos + k) ne se déduit pas de PE(pos).</translation>
    </message>
    <message>
        <source>The last sine of an odd d_model has no cosine to be turned with.</source>
        <translation>Le dernier sinus d’un d_model impair n’a pas de cosinus avec lequel tourner.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Garder</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
    </message>
    <message>
        <source>Pair of dimensions</source>
        <translation>Paire de dimensions</translation>
    </message>
    <message>
        <source>Keep this pair’s curves beside those of the next</source>
        <translation>Garder les courbes de cette paire à côté de celles de la suivante</translation>
    </message>
    <message>
        <source>Show only the chosen pair’s curves</source>
        <translation>N’afficher que les courbes de la paire choisie</translation>
    </message>
    <message>
        <source>Shift k in positions</source>
        <translation>Décalage k en positions</translation>
    </message>
    <message>
        <source>How far PE(pos + k) lies from PE(pos): the same turn of each pair at every pos</source>
        <translation>Ce qui mène de PE(pos) à PE(pos + k)&#xa0;: la même rotation de chaque paire à tout pos</translation>
    </message>
    <message>
        <source>Sinusoids over the positions</source>
        <translation>Sinusoïdes le long des positions</translation>
    </message>
    <message>
        <source>λ is the wavelength: after how many positions sine and cosine repeat</source>
        <translation>λ est la longueur d’onde&#xa0;: le nombre de positions après lequel sinus et cosinus se répètent</translation>
    </message>
    <message>
        <source>Pair i</source>
        <translation>Paire i</translation>
    </message>
    <message>
        <source>Shift k</source>
        <translation>Décalage k</translation>
    </message>
    <message>
        <source>Pair i: two neighbouring dimensions</source>
        <translation>Paire i : deux dimensions voisines</translation>
    </message>
    <message>
        <source>Pair i: a sine, and the cosine of the same angle</source>
        <translation>Paire i : un sinus, et le cosinus du même angle</translation>
    </message>
    <message>
        <source>the first of each pair strong, the second pale</source>
        <translation>la première de chaque paire en vif, la seconde en pâle</translation>
    </message>
    <message>
        <source>sines strong, cosines pale</source>
        <translation>sinus vifs, cosinus pâles</translation>
    </message>
    <message>
        <source>The decoder&apos;s position, which is also the step</source>
        <translation>La position du décodeur, qui est aussi l’étape</translation>
    </message>
    <message>
        <source>What the decoder is fed at this position: the piece before it, the start token at first (shifted right)</source>
        <translation>Ce que reçoit le décodeur à cette position&#xa0;: la pièce précédente, d’abord le jeton de début (décalage à droite)</translation>
    </message>
    <message>
        <source>The piece that is scored at this position</source>
        <translation>La pièce évaluée à cette position</translation>
    </message>
    <message>
        <source>How probable the model found the piece, given the source and all inputs so far; a full bar is 1</source>
        <translation>La probabilité de la pièce selon le modèle, sachant la source et toutes les entrées jusqu’ici&#xa0;; une barre pleine vaut 1</translation>
    </message>
    <message>
        <source>Cross-entropy at this position in nats: −ln of the probability</source>
        <translation>Entropie croisée à cette position, en nats&#xa0;: −ln de la probabilité</translation>
    </message>
    <message>
        <source>1 where the model found no piece likelier</source>
        <translation>1 si le modèle n’a trouvé aucune pièce plus probable</translation>
    </message>
    <message>
        <source>The piece that the model found likeliest, where it is another one, and its probability</source>
        <translation>La pièce la plus probable selon le modèle, si c’en est une autre, et sa probabilité</translation>
    </message>
    <message>
        <source>target</source>
        <translation>cible</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>perte</translation>
    </message>
    <message>
        <source>model&apos;s choice</source>
        <translation>choix du modèle</translation>
    </message>
    <message>
        <source>probability {p}</source>
        <translation>probabilité {p}</translation>
    </message>
    <message>
        <source>position {n}: fed “{input}”, right piece “{target}”</source>
        <translation>position {n}&#xa0;: reçoit «&#xa0;{input}&#xa0;», pièce juste «&#xa0;{target}&#xa0;»</translation>
    </message>
    <message>
        <source>position {n}: fed “{input}”, wrote “{target}”</source>
        <translation>position {n}&#xa0;: reçoit «&#xa0;{input}&#xa0;», écrit «&#xa0;{target}&#xa0;»</translation>
    </message>
    <message>
        <source>loss {loss} nats</source>
        <translation>perte {loss} nats</translation>
    </message>
    <message>
        <source>all other pieces</source>
        <translation>les autres pièces</translation>
    </message>
    <message>
        <source>nothing can write it, forced or not</source>
        <translation>rien ne peut l’écrire, imposée ou non</translation>
    </message>
    <message>
        <source>it is what this step wrote</source>
        <translation>c’est ce que cette étape a écrit</translation>
    </message>
    <message>
        <source>it is never chosen anyway</source>
        <translation>de toute façon jamais choisie</translation>
    </message>
    <message>
        <source>it is forbidden already</source>
        <translation>elle est déjà interdite</translation>
    </message>
    <message>
        <source>the options require it</source>
        <translation>les options l’exigent</translation>
    </message>
    <message>
        <source>it stands for {n} pieces; type the words instead</source>
        <translation>cette ligne représente {n} pièces&#xa0;; tapez plutôt les mots</translation>
    </message>
    <message>
        <source>it stands for {n} pieces</source>
        <translation>cette ligne représente {n} pièces</translation>
    </message>
    <message>
        <source>{number} nats</source>
        <translation>{number} nats</translation>
    </message>
    <message>
        <source>{low} to {high} nats</source>
        <translation>{low} à {high} nats</translation>
    </message>
    <message>
        <source>… ({n} terms, below)</source>
        <translation>… ({n} termes, ci-dessous)</translation>
    </message>
    <message>
        <source>the score: this model does not divide it by √d_k</source>
        <translation>le score&#xa0;: ce modèle ne le divise pas par √d_k</translation>
    </message>
    <message>
        <source>bias</source>
        <translation>biais</translation>
    </message>
    <message>
        <source>of this head for the distance key − query = {distance}; the same in every layer</source>
        <translation>de cette tête pour la distance clé − requête = {distance}&#xa0;; le même dans toutes les couches</translation>
    </message>
    <message>
        <source>blocked: {reason}</source>
        <translation>bloquée&#xa0;: {reason}</translation>
    </message>
    <message>
        <source>open: the query may look at this key</source>
        <translation>ouverte&#xa0;: la requête peut regarder cette clé</translation>
    </message>
    <message>
        <source>masked score</source>
        <translation>score masqué</translation>
    </message>
    <message>
        <source>score + mask</source>
        <translation>score + masque</translation>
    </message>
    <message>
        <source>score + bias + mask</source>
        <translation>score + biais + masque</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>poids</translation>
    </message>
    <message>
        <source>e^(s − max) ÷ Σ e^(s′ − max), over the keys of the row</source>
        <translation>e^(s − max) ÷ Σ e^(s′ − max), sur les clés de la ligne</translation>
    </message>
    <message>
        <source>the mask closes the whole row: all weights 0</source>
        <translation>le masque ferme toute la ligne&#xa0;: tous les poids sont 0</translation>
    </message>
    <message>
        <source>a masked key: e^−∞ = 0</source>
        <translation>clé masquée&#xa0;: e^−∞ = 0</translation>
    </message>
    <message>
        <source>{sum}, over the keys j</source>
        <translation>{sum}, sur les clés j</translation>
    </message>
    <message>
        <source>{factor} · column {n} of W_O</source>
        <translation>{factor} · colonne {n} de W_O</translation>
    </message>
    <message>
        <source>W_O has {n} rows for this head; the contributions of all heads, and b_O where there is one, add up to the attention’s output</source>
        <translation>W_O a {n} lignes pour cette tête&#xa0;; la somme des contributions de toutes les têtes, et de b_O s’il y en a un, est la sortie de l’attention</translation>
    </message>
    <message>
        <source>the same for the heads {heads}</source>
        <translation>les mêmes pour les têtes {heads}</translation>
    </message>
    <message>
        <source>x = {projection}; turned by position {position}: θ = {position} · {frequency} = {angle}; {note}</source>
        <translation>x = {projection}&#xa0;; tourné selon la position {position}&#xa0;: θ = {position} · {frequency} = {angle}&#xa0;; {note}</translation>
    </message>
    <message>
        <source>the head is switched off: zeros take the place of {what}</source>
        <translation>la tête est coupée&#xa0;: des zéros remplacent {what}</translation>
    </message>
    <message>
        <source>number {n} of {all}, a learnt projection of the layer’s input</source>
        <translation>nombre {n} sur {all}, une projection apprise de l’entrée de la couche</translation>
    </message>
    <message>
        <source>probability {number}</source>
        <translation>probabilité {number}</translation>
    </message>
    <message>
        <source>chance of being drawn {number}</source>
        <translation>chance d’être tirée {number}</translation>
    </message>
    <message>
        <source>chosen by the search</source>
        <translation>choisie par la recherche</translation>
    </message>
    <message>
        <source>drawn in this step</source>
        <translation>tirée à cette étape</translation>
    </message>
    <message>
        <source>not among the {n} recorded, so its rank is not known</source>
        <translation>hors des {n} enregistrées, donc de rang inconnu</translation>
    </message>
    <message>
        <source>hypotheses {names} wrote it</source>
        <translation>écrite par les hypothèses {names}</translation>
    </message>
    <message>
        <source>hypothesis {names} wrote it</source>
        <translation>écrite par l’hypothèse {names}</translation>
    </message>
    <message>
        <source>{n} pieces, 1 minus the probabilities shown</source>
        <translation>{n} pièces, 1 moins les probabilités affichées</translation>
    </message>
    <message>
        <source>rank {rank}</source>
        <translation>rang {rank}</translation>
    </message>
    <message>
        <source>log-probability {number}</source>
        <translation>log-probabilité {number}</translation>
    </message>
    <message>
        <source>rank {rank} of {n} pieces</source>
        <translation>rang {rank} sur {n} pièces</translation>
    </message>
    <message>
        <source>probability {probability}, its natural logarithm {log}</source>
        <translation>probabilité {probability}, son logarithme naturel {log}</translation>
    </message>
    <message>
        <source>their chance of being drawn is not recorded apart from the piece above</source>
        <translation>leur chance d’être tirées n’est pas enregistrée à part de celle de la pièce ci-dessus</translation>
    </message>
    <message>
        <source>shown above: {sum}, to about the sixth digit (float32)</source>
        <translation>affiché ci-dessus&#xa0;: {sum}, au sixième chiffre environ (float32)</translation>
    </message>
    <message>
        <source>Cannot be written instead: {reason}.</source>
        <translation>Ne peut être écrite à la place&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Click, or Enter: what if this one is written instead</source>
        <translation>Clic ou Entrée&#xa0;: et si celle-ci était écrite à la place</translation>
    </message>
    <message>
        <source>Delete: what if this one is never written from here on</source>
        <translation>Suppr&#xa0;: et si celle-ci n’était jamais écrite à partir d’ici</translation>
    </message>
    <message>
        <source>likeliest “{piece}”, {p}</source>
        <translation>la plus probable «&#xa0;{piece}&#xa0;», {p}</translation>
    </message>
    <message>
        <source>forced, not chosen</source>
        <translation>imposée, non choisie</translation>
    </message>
    <message>
        <source>label-smoothed loss {loss}</source>
        <translation>perte lissée {loss}</translation>
    </message>
    <message>
        <source>Positions of the output</source>
        <translation>Positions de la sortie</translation>
    </message>
    <message>
        <source>{name}: nothing</source>
        <translation>{name}&#xa0;: rien</translation>
    </message>
    <message>
        <source>{name}, step {step}: “{piece}” {probability}</source>
        <translation>{name}, étape {step}&#xa0;: «&#xa0;{piece}&#xa0;» {probability}</translation>
    </message>
    <message>
        <source>B − A {difference}</source>
        <translation>B − A {difference}</translation>
    </message>
    <message>
        <source>ln p₂ − ln p₁ = {ratio}</source>
        <translation>ln p₂ − ln p₁ = {ratio}</translation>
    </message>
    <message>
        <source>after different pieces</source>
        <translation>après des pièces différentes</translation>
    </message>
    <message>
        <source>A</source>
        <translation>A</translation>
    </message>
    <message>
        <source>p of A</source>
        <translation>p de A</translation>
    </message>
    <message>
        <source>B</source>
        <translation>B</translation>
    </message>
    <message>
        <source>p of B</source>
        <translation>p de B</translation>
    </message>
    <message>
        <source>B − A</source>
        <translation>B − A</translation>
    </message>
    <message>
        <source>The piece that A wrote</source>
        <translation>La pièce écrite par A</translation>
    </message>
    <message>
        <source>Its probability, in the softmax over the whole vocabulary</source>
        <translation>Sa probabilité, dans le softmax sur tout le vocabulaire</translation>
    </message>
    <message>
        <source>The piece that B wrote</source>
        <translation>La pièce écrite par B</translation>
    </message>
    <message>
        <source>Probability of B&apos;s piece minus probability of A&apos;s; blue below 0, red above</source>
        <translation>Probabilité de la pièce de B moins celle de A&#xa0;; bleu sous 0, rouge au-dessus</translation>
    </message>
    <message>
        <source>The step, of A and of B where they are not the same</source>
        <translation>L’étape, celles de A et de B si elles diffèrent</translation>
    </message>
    <message>
        <source>Row {row}</source>
        <translation>Ligne {row}</translation>
    </message>
    <message>
        <source>Probabilities step by step</source>
        <translation>Probabilités étape par étape</translation>
    </message>
    <message>
        <source>Attention of the selected rows together</source>
        <translation>Attention cumulée des lignes sélectionnées</translation>
    </message>
    <message>
        <source>“{before}” became “{after}”</source>
        <translation>«&#xa0;{before}&#xa0;» est devenu «&#xa0;{after}&#xa0;»</translation>
    </message>
    <message>
        <source>“{before}” is gone</source>
        <translation>«&#xa0;{before}&#xa0;» a disparu</translation>
    </message>
    <message>
        <source>“{after}” is new</source>
        <translation>«&#xa0;{after}&#xa0;» est nouveau</translation>
    </message>
    <message numerus="yes">
        <source>%n more change(s)</source>
        <translation>
            <numerusform>%n autre changement</numerusform>
            <numerusform>%n autres changements</numerusform>
        </translation>
    </message>
    <message>
        <source>only spaces changed</source>
        <translation>seuls les espaces ont changé</translation>
    </message>
    <message>
        <source>Against the run before: {changes}</source>
        <translation>Par rapport au passage précédent&#xa0;: {changes}</translation>
    </message>
    <message>
        <source>Before: {text}</source>
        <translation>Avant&#xa0;: {text}</translation>
    </message>
    <message>
        <source>before → now:</source>
        <translation>avant → maintenant&#xa0;:</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Visite guidée</translation>
    </message>
    <message>
        <source>Type a text</source>
        <translation>Tapez un texte</translation>
    </message>
    <message>
        <source>Type or paste a text here: to translate, to fill in or to continue, as the model does. While “Live” is on the model works as you type, and {translate} has it begin at any time. The words that light up are those that the network looks at.</source>
        <translation>Tapez ou collez un texte ici&#xa0;: à traduire, à compléter ou à continuer, selon le modèle. Tant que «&#xa0;En direct&#xa0;» est coché, le modèle travaille pendant que vous tapez, et {translate} le lance à tout moment. Les mots qui s’allument sont ceux que le réseau regarde.</translation>
    </message>
    <message>
        <source>Watch what comes of it</source>
        <translation>Regardez ce qui en sort</translation>
    </message>
    <message>
        <source>What the model writes comes piece by piece; tint and bar of a piece show how probable it was. Click a piece, or use the buttons at the bottom, and all panels show that step again. {back} and {step} go back and on by one step from anywhere.</source>
        <translation>Ce que le modèle écrit vient pièce par pièce&#xa0;; la teinte et la barre d’une pièce montrent sa probabilité. Cliquez sur une pièce, ou servez-vous des boutons du bas, et tous les panneaux montrent de nouveau cette étape. {back} et {step} reculent et avancent d’une étape depuis n’importe où.</translation>
    </message>
    <message>
        <source>See where it looks</source>
        <translation>Voir où le réseau regarde</translation>
    </message>
    <message>
        <source>These are the attention weights: a row is a query, a column a key, and the colour says how much the one looks at the other. Choose the kind, the layer and the head above. Point at a cell to read its exact weight.</source>
        <translation>Voici les poids d’attention&#xa0;: une ligne est une requête, une colonne une clé, et la couleur dit à quel point l’une regarde l’autre. Choisissez le type, la couche et la tête en haut. Pointez une case pour lire son poids exact.</translation>
    </message>
    <message>
        <source>Find everything else</source>
        <translation>Trouver tout le reste</translation>
    </message>
    <message>
        <source>The menu {panels_menu} has all other panels, and arrangements of them: {preset_watch} to {preset_learn}. {palette} finds any command by a few letters, and {explain_panel} explains the panel that you are in, with its formula. This tour waits in the menu {help_menu}.</source>
        <translation>Le menu {panels_menu} contient tous les autres panneaux et leurs dispositions&#xa0;: {preset_watch} à {preset_learn}. {palette} trouve toute commande en quelques lettres, et {explain_panel} explique le panneau où vous êtes, avec sa formule. Cette visite vous attend dans le menu {help_menu}.</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Passer</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Retour</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>Leave the tour (Esc); the menu Help has it again</source>
        <translation>Quitter la visite (Échap)&#xa0;; elle reste dans le menu Aide</translation>
    </message>
    <message>
        <source>Back to the step before (Left)</source>
        <translation>Revenir à l’étape précédente (Gauche)</translation>
    </message>
    <message>
        <source>Step {number} of {count}</source>
        <translation>Étape {number} sur {count}</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminer</translation>
    </message>
    <message>
        <source>Leave the tour (Enter)</source>
        <translation>Quitter la visite (Entrée)</translation>
    </message>
    <message>
        <source>On to the next step (Enter or Right)</source>
        <translation>Passer à l’étape suivante (Entrée ou Droite)</translation>
    </message>
    <message>
        <source>Back to the earlier translation.</source>
        <translation>Retour à la traduction antérieure.</translation>
    </message>
    <message>
        <source>Trace opened.</source>
        <translation>Trace ouverte.</translation>
    </message>
    <message>
        <source>Earlier translation opened.</source>
        <translation>Traduction antérieure ouverte.</translation>
    </message>
    <message>
        <source>Ready.</source>
        <translation>Prêt.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Arrêté.</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>En pause.</translation>
    </message>
    <message>
        <source>Translating…</source>
        <translation>Traduction…</translation>
    </message>
    <message>
        <source>The model could not be loaded.</source>
        <translation>Impossible de charger le modèle.</translation>
    </message>
    <message>
        <source>The translation stopped.</source>
        <translation>La traduction s’est arrêtée.</translation>
    </message>
    <message>
        <source>No translation.</source>
        <translation>Pas de traduction.</translation>
    </message>
    <message>
        <source>Something went wrong inside Diaphane: {error}. You can go on; the details help to mend it.</source>
        <translation>Une erreur s’est produite dans Diaphane&#xa0;: {error}. Vous pouvez continuer&#xa0;; les détails aident à la corriger.</translation>
    </message>
    <message>
        <source>Show what happened</source>
        <translation>Voir ce qui s’est passé</translation>
    </message>
    <message>
        <source>Status</source>
        <translation>État</translation>
    </message>
    <message>
        <source>Working</source>
        <translation>En cours</translation>
    </message>
    <message>
        <source>Detail&amp;s…</source>
        <translation>Détai&amp;ls…</translation>
    </message>
    <message>
        <source>Show the details of this message, to copy them</source>
        <translation>Afficher les détails de ce message, pour les copier</translation>
    </message>
    <message>
        <source>Dismiss this message</source>
        <translation>Fermer ce message</translation>
    </message>
    <message>
        <source>Dismiss message</source>
        <translation>Fermer le message</translation>
    </message>
    <message>
        <source>The picture cannot be written to {path}: {reason}.</source>
        <translation>Impossible d’écrire l’image dans {path}&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>Loading the model: starting PyTorch…</source>
        <translation>Chargement du modèle&#xa0;: démarrage de PyTorch…</translation>
    </message>
    <message>
        <source>Loading the model: reading and checking its files…</source>
        <translation>Chargement du modèle&#xa0;: lecture et vérification de ses fichiers…</translation>
    </message>
    <message>
        <source>Loading the model: putting the network together…</source>
        <translation>Chargement du modèle&#xa0;: assemblage du réseau…</translation>
    </message>
    <message numerus="yes">
        <source>Filling in… %n mask(s)</source>
        <translation>
            <numerusform>Complétion… %n masque</numerusform>
            <numerusform>Complétion… %n masques</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continuing… %n step(s)</source>
        <translation>
            <numerusform>Suite… %n étape</numerusform>
            <numerusform>Suite… %n étapes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translating… %n step(s)</source>
        <translation>
            <numerusform>Traduction… %n étape</numerusform>
            <numerusform>Traduction… %n étapes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translating… %n step(s), sentence {number} of {count}</source>
        <translation>
            <numerusform>Traduction… %n étape, phrase {number} sur {count}</numerusform>
            <numerusform>Traduction… %n étapes, phrase {number} sur {count}</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Paused after %n step(s).</source>
        <translation>
            <numerusform>En pause après %n étape.</numerusform>
            <numerusform>En pause après %n étapes.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Filled in %n mask(s).</source>
        <translation>
            <numerusform>%n masque complété.</numerusform>
            <numerusform>%n masques complétés.</numerusform>
        </translation>
    </message>
    <message>
        <source>It repeats itself at its end.</source>
        <translation>Elle se répète à la fin.</translation>
    </message>
    <message>
        <source>Sentence {numbers} repeats itself at its end.</source>
        <translation>La phrase {numbers} se répète à la fin.</translation>
    </message>
    <message>
        <source>Sentences {numbers} repeat themselves at their ends.</source>
        <translation>Les phrases {numbers} se répètent à la fin.</translation>
    </message>
    <message>
        <source>Translated.</source>
        <translation>Traduit.</translation>
    </message>
    <message>
        <source>Nothing to translate.</source>
        <translation>Rien à traduire.</translation>
    </message>
    <message>
        <source>Fill in</source>
        <translation>Compléter</translation>
    </message>
    <message>
        <source>Fill in &amp;the masks</source>
        <translation>Complé&amp;ter les masques</translation>
    </message>
    <message>
        <source>Read the text and fill in its masks</source>
        <translation>Lire le texte et compléter ses masques</translation>
    </message>
    <message>
        <source>Fill in &amp;live</source>
        <translation>C&amp;ompléter en direct</translation>
    </message>
    <message>
        <source>Fill in by itself a quarter of a second after typing stops</source>
        <translation>Compléter de soi-même un quart de seconde après la fin de la frappe</translation>
    </message>
    <message>
        <source>&amp;Text</source>
        <translation>&amp;Texte</translation>
    </message>
    <message>
        <source>Filled in</source>
        <translation>Complété</translation>
    </message>
    <message>
        <source>Type or paste a text with a mask where a word is to be filled in…</source>
        <translation>Tapez ou collez un texte avec un masque là où un mot est à compléter…</translation>
    </message>
    <message>
        <source>Type a text and fill in its masks: what the encoder computes is shown here.</source>
        <translation>Tapez un texte et complétez ses masques : ce que l’encodeur calcule s’affiche ici.</translation>
    </message>
    <message>
        <source>The text with its masks filled in appears here.</source>
        <translation>Le texte aux masques complétés apparaît ici.</translation>
    </message>
    <message>
        <source>&amp;Copy the filled text</source>
        <translation>&amp;Copier le texte complété</translation>
    </message>
    <message>
        <source>Text copied.</source>
        <translation>Texte copié.</translation>
    </message>
    <message>
        <source>No text to copy yet.</source>
        <translation>Pas encore de texte à copier.</translation>
    </message>
    <message>
        <source>Fills in masks</source>
        <translation>Complète des masques</translation>
    </message>
    <message>
        <source>Filling in…</source>
        <translation>Complétion…</translation>
    </message>
    <message>
        <source>Read; nothing was filled in.</source>
        <translation>Lu ; rien n’a été complété.</translation>
    </message>
    <message>
        <source>Nothing to read.</source>
        <translation>Rien à lire.</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Con&amp;tinue the text</source>
        <translation>Con&amp;tinuer le texte</translation>
    </message>
    <message>
        <source>Let the model continue the text</source>
        <translation>Laisser le modèle continuer le texte</translation>
    </message>
    <message>
        <source>Continue &amp;live</source>
        <translation>C&amp;ontinuer en direct</translation>
    </message>
    <message>
        <source>Continue by itself a quarter of a second after typing stops</source>
        <translation>Continuer de soi-même un quart de seconde après la fin de la frappe</translation>
    </message>
    <message>
        <source>Continuation</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>Text to continue</source>
        <translation>Texte à continuer</translation>
    </message>
    <message>
        <source>Type or paste the beginning of a text…</source>
        <translation>Tapez ou collez le début d’un texte…</translation>
    </message>
    <message>
        <source>Type the beginning of a text and continue it: what the decoder computes is shown here.</source>
        <translation>Tapez le début d’un texte et continuez-le : ce que le décodeur calcule s’affiche ici.</translation>
    </message>
    <message>
        <source>The text and its continuation appear here.</source>
        <translation>Le texte et sa suite apparaissent ici.</translation>
    </message>
    <message>
        <source>&amp;Copy the text</source>
        <translation>&amp;Copier le texte</translation>
    </message>
    <message>
        <source>Continues a text</source>
        <translation>Continue un texte</translation>
    </message>
    <message>
        <source>Continuing…</source>
        <translation>Suite…</translation>
    </message>
    <message>
        <source>Continued.</source>
        <translation>Continué.</translation>
    </message>
    <message>
        <source>Nothing to continue.</source>
        <translation>Rien à continuer.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Read &amp;the text</source>
        <translation>Lire le &amp;texte</translation>
    </message>
    <message>
        <source>Have the model read the text: its attention is shown</source>
        <translation>Faire lire le texte au modèle&#xa0;: son attention est montrée</translation>
    </message>
    <message>
        <source>Read &amp;live</source>
        <translation>Lire en &amp;direct</translation>
    </message>
    <message>
        <source>Read by itself a quarter of a second after typing stops</source>
        <translation>Lire de lui-même un quart de seconde après la fin de la frappe</translation>
    </message>
    <message>
        <source>Text as read</source>
        <translation>Texte lu</translation>
    </message>
    <message>
        <source>Type or paste a text…</source>
        <translation>Saisissez ou collez un texte…</translation>
    </message>
    <message>
        <source>Type a text and have it read: what the encoder computes is shown here.</source>
        <translation>Tapez un texte et faites-le lire&#xa0;: ce que l’encodeur calcule est montré ici.</translation>
    </message>
    <message>
        <source>The text appears here once it is read.</source>
        <translation>Le texte apparaît ici une fois lu.</translation>
    </message>
    <message>
        <source>Shows its attention</source>
        <translation>Montre son attention</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Lecture…</translation>
    </message>
    <message>
        <source>Read.</source>
        <translation>Lu.</translation>
    </message>
    <message numerus="yes">
        <source>Translated in %n step(s)</source>
        <translation>
            <numerusform>Traduit en %n étape</numerusform>
            <numerusform>Traduit en %n étapes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Continued in %n step(s)</source>
        <translation>
            <numerusform>Continué en %n étape</numerusform>
            <numerusform>Continué en %n étapes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Translated in %n step(s), {count} sentences</source>
        <translation>
            <numerusform>Traduit en %n étape, {count} phrases</numerusform>
            <numerusform>Traduit en %n étapes, {count} phrases</numerusform>
        </translation>
    </message>
    <message>
        <source>{done}; cut at the length limit of {limit} pieces.</source>
        <translation>{done} ; coupé à la longueur limite de {limit} pièces.</translation>
    </message>
    <message>
        <source>{done}; sentence {which} cut at the length limit of {limit} pieces.</source>
        <translation>{done}&#xa0;; phrase {which} coupée à la longueur limite de {limit} pièces.</translation>
    </message>
    <message>
        <source>{done}; sentences {which} cut at the length limit of {limit} pieces.</source>
        <translation>{done}&#xa0;; phrases {which} coupées à la longueur limite de {limit} pièces.</translation>
    </message>
    <message>
        <source> or </source>
        <translation> ou </translation>
    </message>
    <message>
        <source>chosen</source>
        <translation>choisie</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>tirée</translation>
    </message>
    <message>
        <source>hypothesis {number}</source>
        <translation>hypothèse {number}</translation>
    </message>
    <message>
        <source>chance</source>
        <translation>chance</translation>
    </message>
    <message>
        <source>prob.</source>
        <translation>prob.</translation>
    </message>
    <message>
        <source>log-prob.</source>
        <translation>log-prob.</translation>
    </message>
    <message>
        <source>The softmax over the vocabulary: how probable the network finds each next piece,
given the source and what is written so far. A full bar is probability 1.</source>
        <translation>Le softmax sur le vocabulaire&#xa0;: la probabilité que le réseau donne à chaque pièce suivante,
sachant la source et ce qui est déjà écrit. Une barre pleine vaut 1.</translation>
    </message>
    <message>
        <source>The thin line below a bar: how probable the piece is to be drawn,
once blocked pieces are taken out and temperature, top-k and top-p applied.</source>
        <translation>Le trait fin sous une barre&#xa0;: la probabilité que la pièce soit tirée,
une fois les pièces bloquées retirées et température, top-k et top-p appliqués.</translation>
    </message>
    <message>
        <source>Candidates of the step</source>
        <translation>Candidats de l’étape</translation>
    </message>
    <message>
        <source>row {row} of {rows}: {reading}</source>
        <translation>ligne {row} sur {rows}&#xa0;: {reading}</translation>
    </message>
    <message>
        <source>padding is never written</source>
        <translation>le remplissage n’est jamais écrit</translation>
    </message>
    <message>
        <source>the start piece only begins a sentence</source>
        <translation>la pièce de début ne fait que commencer une phrase</translation>
    </message>
    <message>
        <source>the unknown piece stands for no text</source>
        <translation>la pièce inconnue ne représente aucun texte</translation>
    </message>
    <message>
        <source>the options forbid this piece</source>
        <translation>les options interdisent cette pièce</translation>
    </message>
    <message>
        <source>the model&apos;s settings forbid this piece</source>
        <translation>les réglages du modèle interdisent cette pièce</translation>
    </message>
    <message>
        <source>it would repeat {n} pieces in a row</source>
        <translation>elle répéterait une suite de {n} pièces</translation>
    </message>
    <message>
        <source>required pieces are missing: {n}</source>
        <translation>il manque des pièces exigées&#xa0;: {n}</translation>
    </message>
    <message>
        <source>end</source>
        <translation>fin</translation>
    </message>
    <message>
        <source>length limit</source>
        <translation>longueur limite</translation>
    </message>
    <message>
        <source>nothing allowed</source>
        <translation>rien de permis</translation>
    </message>
    <message>
        <source>{formula}, turned by its position</source>
        <translation>{formula}, tourné selon sa position</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>masque</translation>
    </message>
    <message>
        <source>S + mask</source>
        <translation>S + masque</translation>
    </message>
    <message>
        <source>S + B + mask</source>
        <translation>S + B + masque</translation>
    </message>
    <message>
        <source>softmax(S + mask)</source>
        <translation>softmax(S + masque)</translation>
    </message>
    <message>
        <source>softmax(S + B + mask)</source>
        <translation>softmax(S + B + masque)</translation>
    </message>
    <message>
        <source>b, by head and distance</source>
        <translation>b, selon la tête et la distance</translation>
    </message>
    <message>
        <source>0 where the query may look, -∞ where not</source>
        <translation>0 où la requête peut regarder, -∞ ailleurs</translation>
    </message>
    <message>
        <source>A V W_O, with the rows of W_O that belong to this head</source>
        <translation>A V W_O, avec les lignes de W_O propres à cette tête</translation>
    </message>
    <message>
        <source>0 W_O: the head is switched off, so zeros take the place of A V</source>
        <translation>0 W_O&#xa0;: la tête est coupée, des zéros remplacent donc A V</translation>
    </message>
    <message>
        <source>Head {head}</source>
        <translation>Tête {head}</translation>
    </message>
    <message>
        <source>Show head {head} here and in the other panels</source>
        <translation>Afficher la tête {head} ici et dans les autres panneaux</translation>
    </message>
    <message>
        <source>Encoder self</source>
        <translation>Encodeur (auto)</translation>
    </message>
    <message>
        <source>Decoder masked self</source>
        <translation>Décodeur (auto masquée)</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>Croisée</translation>
    </message>
    <message>
        <source>Every source piece looks at every source piece</source>
        <translation>Chaque pièce source regarde toutes les pièces source</translation>
    </message>
    <message>
        <source>Every decoder input looks at itself and the inputs before it</source>
        <translation>Chaque entrée du décodeur se regarde et regarde les entrées précédentes</translation>
    </message>
    <message>
        <source>Every piece being written looks at the source pieces</source>
        <translation>Chaque pièce en cours d’écriture regarde les pièces source</translation>
    </message>
    <message>
        <source>Kind of attention</source>
        <translation>Type d’attention</translation>
    </message>
    <message>
        <source>Which of the three kinds of attention</source>
        <translation>Lequel des trois types d’attention</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>Auto-attention de l’encodeur</translation>
    </message>
    <message>
        <source>Decoder masked self-attention</source>
        <translation>Auto-attention masquée du décodeur</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>Attention croisée</translation>
    </message>
    <message>
        <source>source piece</source>
        <translation>pièce source</translation>
    </message>
    <message>
        <source>written piece</source>
        <translation>pièce écrite</translation>
    </message>
    <message>
        <source>piece of the text</source>
        <translation>pièce du texte</translation>
    </message>
    <message>
        <source>the key comes after the query</source>
        <translation>la clé vient après la requête</translation>
    </message>
    <message>
        <source>the key is padding</source>
        <translation>la clé est du remplissage</translation>
    </message>
    <message>
        <source>query: {what} →</source>
        <translation>requête&#xa0;: {what} →</translation>
    </message>
    <message>
        <source>key: {what} →</source>
        <translation>clé&#xa0;: {what} →</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>Arabe</translation>
    </message>
    <message>
        <source>Slovak</source>
        <translation>Slovaque</translation>
    </message>
    <message>
        <source>Slovenian</source>
        <translation>Slovène</translation>
    </message>
    <message>
        <source>Albanian</source>
        <translation>Albanais</translation>
    </message>
    <message>
        <source>Serbian</source>
        <translation>Serbe</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>Suédois</translation>
    </message>
    <message>
        <source>Swahili</source>
        <translation>Swahili</translation>
    </message>
    <message>
        <source>Tamil</source>
        <translation>Tamoul</translation>
    </message>
    <message>
        <source>Telugu</source>
        <translation>Télougou</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>Thaï</translation>
    </message>
    <message>
        <source>Filipino</source>
        <translation>Philippin</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>Turc</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>Ukrainien</translation>
    </message>
    <message>
        <source>Urdu</source>
        <translation>Ourdou</translation>
    </message>
    <message>
        <source>Uzbek</source>
        <translation>Ouzbek</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>Vietnamien</translation>
    </message>
    <message>
        <source>Yoruba</source>
        <translation>Yoruba</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>Chinois</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>Néerlandais</translation>
    </message>
    <message>
        <source>English</source>
        <translation>Anglais</translation>
    </message>
    <message>
        <source>French</source>
        <translation>Français</translation>
    </message>
    <message>
        <source>German</source>
        <translation>Allemand</translation>
    </message>
    <message>
        <source>Afrikaans</source>
        <translation>Afrikaans</translation>
    </message>
    <message>
        <source>Azerbaijani</source>
        <translation>Azéri</translation>
    </message>
    <message>
        <source>Belarusian</source>
        <translation>Biélorusse</translation>
    </message>
    <message>
        <source>Bulgarian</source>
        <translation>Bulgare</translation>
    </message>
    <message>
        <source>Bangla</source>
        <translation>Bengali</translation>
    </message>
    <message>
        <source>Catalan</source>
        <translation>Catalan</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>Tchèque</translation>
    </message>
    <message>
        <source>Welsh</source>
        <translation>Gallois</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>Danois</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>Grec</translation>
    </message>
    <message>
        <source>Esperanto</source>
        <translation>Espéranto</translation>
    </message>
    <message>
        <source>Estonian</source>
        <translation>Estonien</translation>
    </message>
    <message>
        <source>Basque</source>
        <translation>Basque</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>Persan</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>Finnois</translation>
    </message>
    <message>
        <source>Irish</source>
        <translation>Irlandais</translation>
    </message>
    <message>
        <source>Galician</source>
        <translation>Galicien</translation>
    </message>
    <message>
        <source>Gujarati</source>
        <translation>Gujarati</translation>
    </message>
    <message>
        <source>Hausa</source>
        <translation>Haoussa</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>Hébreu</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>Hindi</translation>
    </message>
    <message>
        <source>Croatian</source>
        <translation>Croate</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>Hongrois</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>Arménien</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>Indonésien</translation>
    </message>
    <message>
        <source>Icelandic</source>
        <translation>Islandais</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>Italien</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>Japonais</translation>
    </message>
    <message>
        <source>Georgian</source>
        <translation>Géorgien</translation>
    </message>
    <message>
        <source>Kazakh</source>
        <translation>Kazakh</translation>
    </message>
    <message>
        <source>Khmer</source>
        <translation>Khmer</translation>
    </message>
    <message>
        <source>Kannada</source>
        <translation>Kannada</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>Coréen</translation>
    </message>
    <message>
        <source>Lithuanian</source>
        <translation>Lituanien</translation>
    </message>
    <message>
        <source>Latvian</source>
        <translation>Letton</translation>
    </message>
    <message>
        <source>Macedonian</source>
        <translation>Macédonien</translation>
    </message>
    <message>
        <source>Malayalam</source>
        <translation>Malayalam</translation>
    </message>
    <message>
        <source>Marathi</source>
        <translation>Marathi</translation>
    </message>
    <message>
        <source>Malay</source>
        <translation>Malais</translation>
    </message>
    <message>
        <source>Maltese</source>
        <translation>Maltais</translation>
    </message>
    <message>
        <source>Burmese</source>
        <translation>Birman</translation>
    </message>
    <message>
        <source>Norwegian Bokmål</source>
        <translation>Norvégien bokmål</translation>
    </message>
    <message>
        <source>Punjabi</source>
        <translation>Pendjabi</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>Polonais</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>Portugais</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>Roumain</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>Russe</translation>
    </message>
    <message>
        <source>Zulu</source>
        <translation>Zoulou</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>Espagnol</translation>
    </message>
    <message>
        <source>Outputs, best first</source>
        <translation>Sorties, la meilleure d’abord</translation>
    </message>
    <message>
        <source>The finished hypotheses of the sentence; click one to follow it</source>
        <translation>Les hypothèses terminées de la phrase&#xa0;; cliquez sur l’une d’elles pour la suivre</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>Rang</translation>
    </message>
    <message>
        <source>(nothing)</source>
        <translation>(rien)</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Output {rank}:
{text}</source>
        <translation>Sortie {rank}&#xa0;:
{text}</translation>
    </message>
    <message>
        <source>Output {rank} (ended by: {ending}):
{text}</source>
        <translation>Sortie {rank} (terminée par&#xa0;: {ending})&#xa0;:
{text}</translation>
    </message>
    <message>
        <source>{text} (ended by: {ending})</source>
        <translation>{text} (terminée par&#xa0;: {ending})</translation>
    </message>
    <message>
        <source>“{piece}”, id {id}</source>
        <translation>«&#xa0;{piece}&#xa0;», id {id}</translation>
    </message>
    <message>
        <source>“{piece}”, id {id}, special token</source>
        <translation>«&#xa0;{piece}&#xa0;», id {id}, jeton spécial</translation>
    </message>
    <message>
        <source>“{piece}”, id {id}, unknown to the vocabulary</source>
        <translation>«&#xa0;{piece}&#xa0;», id {id}, inconnue du vocabulaire</translation>
    </message>
    <message>
        <source>“{piece}”, id {id}, byte fallback {byte}</source>
        <translation>«&#xa0;{piece}&#xa0;», id {id}, repli sur l’octet {byte}</translation>
    </message>
    <message>
        <source>probability 0</source>
        <translation>probabilité 0</translation>
    </message>
    <message>
        <source>Legend of the piece probabilities</source>
        <translation>Légende des probabilités des pièces</translation>
    </message>
    <message>
        <source>Tint and bar of a piece show how probable the model found it, from 0 to 1.
The exact number is in the tooltip of each piece, and below for the current one.</source>
        <translation>La teinte et la barre d’une pièce montrent sa probabilité selon le modèle, de 0 à 1.
Le nombre exact est dans l’infobulle de chaque pièce, et ci-dessous pour la pièce courante.</translation>
    </message>
    <message>
        <source>score {number}</source>
        <translation>score {number}</translation>
    </message>
    <message>
        <source>step {step}, hypothesis {hypothesis} of {size}</source>
        <translation>étape {step}, hypothèse {hypothesis} sur {size}</translation>
    </message>
    <message>
        <source>on the path shown</source>
        <translation>sur le chemin affiché</translation>
    </message>
    <message>
        <source>finished: {why}</source>
        <translation>terminée&#xa0;: {why}</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>élaguée</translation>
    </message>
    <message>
        <source>{place}: {state}</source>
        <translation>{place}&#xa0;: {state}</translation>
    </message>
    <message>
        <source>normaliser 1: scores are not normalised: {number}</source>
        <translation>diviseur 1, scores non normalisés&#xa0;: {number}</translation>
    </message>
    <message>
        <source>normaliser L^α: {number}</source>
        <translation>diviseur L^α&#xa0;: {number}</translation>
    </message>
    <message>
        <source>normaliser ((5 + L) / 6)^α: {number}</source>
        <translation>diviseur ((5 + L) / 6)^α&#xa0;: {number}</translation>
    </message>
    <message>
        <source>probability {probability}, log-probability {log}</source>
        <translation>probabilité {probability}, log-probabilité {log}</translation>
    </message>
    <message>
        <source>S, the sum of the log-probabilities: {number}</source>
        <translation>S, la somme des log-probabilités&#xa0;: {number}</translation>
    </message>
    <message>
        <source>penalty for repetitions: {number}</source>
        <translation>pénalité de répétition&#xa0;: {number}</translation>
    </message>
    <message>
        <source>L, the length in pieces: {number}</source>
        <translation>L, la longueur en pièces&#xa0;: {number}</translation>
    </message>
    <message>
        <source>text so far: {text}</source>
        <translation>texte jusqu’ici&#xa0;: {text}</translation>
    </message>
    <message>
        <source>no text so far</source>
        <translation>pas encore de texte</translation>
    </message>
    <message>
        <source>Live</source>
        <translation>En direct</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>Traduire</translation>
    </message>
    <message>
        <source>Insert mask</source>
        <translation>Insérer un masque</translation>
    </message>
    <message>
        <source>Live translation</source>
        <translation>Traduction en direct</translation>
    </message>
    <message>
        <source>Translate the text (Ctrl+Return)</source>
        <translation>Traduire le texte (Ctrl+Entrée)</translation>
    </message>
    <message>
        <source>No model is loaded.</source>
        <translation>Aucun modèle n’est chargé.</translation>
    </message>
    <message>
        <source>Masks are filled in by models that are an encoder alone, as BERT is.</source>
        <translation>Les masques sont complétés par les modèles qui sont un encodeur seul, comme BERT.</translation>
    </message>
    <message>
        <source>Put {mask} where the cursor is: the model fills it in</source>
        <translation>Mettre {mask} à la place du curseur : le modèle le complète</translation>
    </message>
    <message numerus="yes">
        <source>%n character(s)</source>
        <translation>
            <numerusform>%n caractère</numerusform>
            <numerusform>%n caractères</numerusform>
        </translation>
    </message>
    <message>
        <source>Source text</source>
        <translation>Texte source</translation>
    </message>
    <message>
        <source>Type or paste {language} text to translate…</source>
        <translation>Saisissez ou collez un texte à traduire ({language})…</translation>
    </message>
    <message>
        <source>Type or paste text…</source>
        <translation>Saisissez ou collez un texte…</translation>
    </message>
    <message numerus="yes">
        <source>stopped at the length limit of %n piece(s)</source>
        <translation>
            <numerusform>arrêtée à la longueur limite de %n pièce</numerusform>
            <numerusform>arrêtée à la longueur limite de %n pièces</numerusform>
        </translation>
    </message>
    <message>
        <source>repeats “{text}” {count} times</source>
        <translation>répète «&#xa0;{text}&#xa0;» {count} fois</translation>
    </message>
    <message>
        <source>given: a piece of your text</source>
        <translation>donné : une pièce de votre texte</translation>
    </message>
    <message>
        <source>piece {number} of {count}: {piece}</source>
        <translation>pièce {number} sur {count}&#xa0;: {piece}</translation>
    </message>
    <message>
        <source>The next piece is not decided yet</source>
        <translation>La pièce suivante n’est pas encore décidée</translation>
    </message>
    <message>
        <source>Zoom out</source>
        <translation>Zoom arrière</translation>
    </message>
    <message>
        <source>Draw smaller (−)</source>
        <translation>Dessiner plus petit (−)</translation>
    </message>
    <message>
        <source>Zoom to {zoom}</source>
        <translation>Zoom à {zoom}</translation>
    </message>
    <message>
        <source>Draw in its own size</source>
        <translation>Dessiner à sa taille réelle</translation>
    </message>
    <message>
        <source>Zoom in</source>
        <translation>Zoom avant</translation>
    </message>
    <message>
        <source>Draw larger (+, Ctrl+wheel)</source>
        <translation>Dessiner plus grand (+, Ctrl+molette)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
    <message>
        <source>Show all of it, also as it grows</source>
        <translation>Tout afficher, même quand cela grandit</translation>
    </message>
    <message>
        <source>Translation copied.</source>
        <translation>Traduction copiée.</translation>
    </message>
    <message>
        <source>No translation to copy yet.</source>
        <translation>Pas encore de traduction à copier.</translation>
    </message>
    <message>
        <source>The terms of {what}:</source>
        <translation>Les termes de {what}&#xa0;:</translation>
    </message>
    <message>
        <source>Search tree</source>
        <translation>Arbre de recherche</translation>
    </message>
    <message>
        <source>Show this step</source>
        <translation>Afficher cette étape</translation>
    </message>
    <message>
        <source>The start token, the decoder&apos;s first input
{piece}</source>
        <translation>Le jeton de début, première entrée du décodeur
{piece}</translation>
    </message>
    <message>
        <source>&amp;Float or dock again</source>
        <translation>&amp;Flottant ou ancré</translation>
    </message>
    <message>
        <source>Make the panel in use a window of its own, or put it back</source>
        <translation>Faire du panneau utilisé une fenêtre à part, ou le remettre en place</translation>
    </message>
    <message>
        <source>undock detach tear off separate window screen</source>
        <translation>détacher séparer rattacher fenêtre écran</translation>
    </message>
    <message>
        <source>Close pa&amp;nel</source>
        <translation>Fermer le &amp;panneau</translation>
    </message>
    <message>
        <source>Close the panel in use; the menu of panels brings it back</source>
        <translation>Fermer le panneau utilisé&#xa0;; le menu Panneaux le rouvre</translation>
    </message>
    <message>
        <source>hide remove dock</source>
        <translation>cacher masquer enlever</translation>
    </message>
    <message>
        <source>Move to the &amp;left</source>
        <translation>Déplacer à &amp;gauche</translation>
    </message>
    <message>
        <source>Put the panel in use at the left edge</source>
        <translation>Mettre le panneau utilisé au bord gauche</translation>
    </message>
    <message>
        <source>dock area arrange side</source>
        <translation>ancrer zone disposer côté</translation>
    </message>
    <message>
        <source>Move to the &amp;right</source>
        <translation>Déplacer à d&amp;roite</translation>
    </message>
    <message>
        <source>Put the panel in use at the right edge</source>
        <translation>Mettre le panneau utilisé au bord droit</translation>
    </message>
    <message>
        <source>Move to the &amp;top</source>
        <translation>Déplacer en &amp;haut</translation>
    </message>
    <message>
        <source>Put the panel in use at the upper edge</source>
        <translation>Mettre le panneau utilisé au bord supérieur</translation>
    </message>
    <message>
        <source>dock area arrange up above</source>
        <translation>ancrer zone disposer dessus</translation>
    </message>
    <message>
        <source>Move to the &amp;bottom</source>
        <translation>Déplacer en &amp;bas</translation>
    </message>
    <message>
        <source>Put the panel in use at the lower edge</source>
        <translation>Mettre le panneau utilisé au bord inférieur</translation>
    </message>
    <message>
        <source>dock area arrange down below</source>
        <translation>ancrer zone disposer dessous</translation>
    </message>
    <message>
        <source>Move into the ne&amp;xt tabs</source>
        <translation>Mettre dans les onglets &amp;suivants</translation>
    </message>
    <message>
        <source>Put the panel in use among the tabs of the next one; again, of the one after</source>
        <translation>Mettre le panneau utilisé parmi les onglets du suivant&#xa0;; encore une fois, du prochain</translation>
    </message>
    <message>
        <source>dock tabify stack group together</source>
        <translation>ancrer onglet empiler grouper ensemble</translation>
    </message>
    <message>
        <source>Panels in these tabs</source>
        <translation>Panneaux de ces onglets</translation>
    </message>
    <message>
        <source>Select one head first: this is about one alone.</source>
        <translation>Choisissez d’abord une tête&#xa0;: il s’agit d’une seule.</translation>
    </message>
    <message>
        <source>&amp;Switch on layer {layer}, head {head}</source>
        <translation>Rétablir &amp;la tête {head} de la couche {layer}</translation>
    </message>
    <message>
        <source>&amp;Switch off layer {layer}, head {head}</source>
        <translation>Couper &amp;la tête {head} de la couche {layer}</translation>
    </message>
    <message>
        <source>Leave onl&amp;y head {head} on in layer {layer}</source>
        <translation>Ne garder que la tête {head} dans la couc&amp;he {layer}</translation>
    </message>
    <message>
        <source>Swi&amp;tch on all heads of layer {layer}</source>
        <translation>Rétablir toutes les têtes de la co&amp;uche {layer}</translation>
    </message>
    <message>
        <source>Swi&amp;tch off all heads of layer {layer}</source>
        <translation>Couper toutes les têtes de la co&amp;uche {layer}</translation>
    </message>
    <message>
        <source>No model is loaded. Open one to see what it is made of.</source>
        <translation>Aucun modèle n’est chargé. Ouvrez-en un pour voir de quoi il est fait.</translation>
    </message>
    <message>
        <source>The model is being looked at.</source>
        <translation>Le modèle est examiné.</translation>
    </message>
    <message>
        <source>This model came without a description (README.md).</source>
        <translation>Ce modèle est venu sans description (README.md).</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Fiche</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Description</translation>
    </message>
    <message>
        <source>Architecture, parameters by part, vocabulary and files, as the network has them</source>
        <translation>Architecture, paramètres par partie, vocabulaire et fichiers, tels que le réseau les a</translation>
    </message>
    <message>
        <source>What its makers write of it: the README.md of its folder</source>
        <translation>Ce que ses auteurs en écrivent&#xa0;: le README.md de son dossier</translation>
    </message>
    <message>
        <source>What is shown of the model</source>
        <translation>Ce qui est montré du modèle</translation>
    </message>
    <message>
        <source>Address of the link</source>
        <translation>Adresse du lien</translation>
    </message>
    <message>
        <source>Drop one folder or file at a time.</source>
        <translation>Déposez un seul dossier ou fichier à la fois.</translation>
    </message>
    <message>
        <source>Only what is on this machine can be dropped here.</source>
        <translation>Seul ce qui est sur cette machine peut être déposé ici.</translation>
    </message>
    <message>
        <source>Open the model folder “{name}”</source>
        <translation>Ouvrir le dossier de modèle «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Open the model in “{name}”</source>
        <translation>Ouvrir le modèle dans «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Open the trace “{name}”</source>
        <translation>Ouvrir la trace «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>“{name}” cannot be opened: drop a model folder, a zip file of one, or a .trace.</source>
        <translation>«&#xa0;{name}&#xa0;» ne peut pas être ouvert&#xa0;: déposez un dossier de modèle, son fichier zip ou un .trace.</translation>
    </message>
    <message>
        <source>The languages cannot be exchanged in the middle of a translation: let it end, or clear it, first.</source>
        <translation>Les langues ne peuvent pas être échangées au milieu d’une traduction&#xa0;: laissez-la d’abord se terminer, ou effacez-la.</translation>
    </message>
    <message>
        <source>No model is loaded: there are no languages to exchange yet.</source>
        <translation>Aucun modèle n’est chargé&#xa0;: il n’y a pas encore de langues à échanger.</translation>
    </message>
    <message>
        <source>{model} does not translate: there are no languages to exchange.</source>
        <translation>{model} ne traduit pas : il n’y a pas de langues à échanger.</translation>
    </message>
    <message>
        <source>The languages cannot be exchanged: {model} does not say which they are.</source>
        <translation>Les langues ne peuvent pas être échangées&#xa0;: {model} ne dit pas lesquelles ce sont.</translation>
    </message>
    <message>
        <source>No model for {pair} is on this machine.</source>
        <translation>Aucun modèle pour {pair} n’est sur cette machine.</translation>
    </message>
    <message>
        <source>Look for one…</source>
        <translation>En chercher un…</translation>
    </message>
    <message>
        <source>{model} (no longer there)</source>
        <translation>{model} (n’est plus là)</translation>
    </message>
    <message>
        <source>{model} cannot be deleted: {reason}.</source>
        <translation>{model} ne peut pas être supprimé&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>downloaded</source>
        <translation>téléchargé</translation>
    </message>
    <message>
        <source>built in</source>
        <translation>intégré</translation>
    </message>
    <message>
        <source>added by hand</source>
        <translation>ajouté à la main</translation>
    </message>
    <message>
        <source>opened folder</source>
        <translation>dossier ouvert</translation>
    </message>
    <message>
        <source>several languages</source>
        <translation>plusieurs langues</translation>
    </message>
    <message numerus="yes">
        <source>%n language(s)</source>
        <translation>
            <numerusform>%n langue</numerusform>
            <numerusform>%n langues</numerusform>
        </translation>
    </message>
    <message>
        <source>Languages not said</source>
        <translation>Langues non précisées</translation>
    </message>
    <message>
        <source>The name of a language, or its code: en, de, ast</source>
        <translation>Le nom d’une langue, ou son code&#xa0;: en, de, ast</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message numerus="yes">
        <source>%n second(s)</source>
        <translation>
            <numerusform>%n seconde</numerusform>
            <numerusform>%n secondes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n hour(s)</source>
        <translation>
            <numerusform>%n heure</numerusform>
            <numerusform>%n heures</numerusform>
        </translation>
    </message>
    <message>
        <source>Downloads a month</source>
        <translation>Téléchargements par mois</translation>
    </message>
    <message>
        <source>Nothing is asked of the network until you search. Then the Hugging Face hub learns which languages and models you ask for.</source>
        <translation>Rien n’est demandé au réseau avant que vous ne cherchiez. Le hub Hugging Face apprend alors quelles langues et quels modèles vous demandez.</translation>
    </message>
    <message>
        <source>Language of the text</source>
        <translation>Langue du texte</translation>
    </message>
    <message>
        <source>Language of the translation</source>
        <translation>Langue de la traduction</translation>
    </message>
    <message>
        <source>&amp;Search</source>
        <translation>&amp;Rechercher</translation>
    </message>
    <message>
        <source>Ask the Hugging Face hub for models of these languages</source>
        <translation>Demander au hub Hugging Face des modèles de ces langues</translation>
    </message>
    <message>
        <source>D&amp;etails…</source>
        <translation>Déta&amp;ils…</translation>
    </message>
    <message>
        <source>Down&amp;load</source>
        <translation>&amp;Télécharger</translation>
    </message>
    <message>
        <source>&amp;From</source>
        <translation>D&amp;e</translation>
    </message>
    <message>
        <source>&amp;To</source>
        <translation>&amp;Vers</translation>
    </message>
    <message>
        <source>Models found</source>
        <translation>Modèles trouvés</translation>
    </message>
    <message>
        <source>Choose both languages first; one without a name here by its code.</source>
        <translation>Choisissez d’abord les deux langues&#xa0;; une langue sans nom ici, par son code.</translation>
    </message>
    <message>
        <source>“{text}” is no language that is known here; write its code.</source>
        <translation>«&#xa0;{text}&#xa0;» n’est pas une langue connue ici&#xa0;; écrivez son code.</translation>
    </message>
    <message>
        <source>Stop searc&amp;hing</source>
        <translation>Arrêter la rec&amp;herche</translation>
    </message>
    <message>
        <source>Asking for models for {pair}…</source>
        <translation>Demande de modèles pour {pair}…</translation>
    </message>
    <message numerus="yes">
        <source>%n model(s) for {pair}. Choose one to read its licence.</source>
        <translation>
            <numerusform>%n modèle pour {pair}. Choisissez-le pour lire sa licence.</numerusform>
            <numerusform>%n modèles pour {pair}. Choisissez-en un pour lire sa licence.</numerusform>
        </translation>
    </message>
    <message>
        <source>The hub has no model for {pair}.</source>
        <translation>Le hub n’a aucun modèle pour {pair}.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>La recherche a été arrêtée.</translation>
    </message>
    <message>
        <source>One model is downloaded at a time</source>
        <translation>Un seul modèle est téléchargé à la fois</translation>
    </message>
    <message>
        <source>Download the files that are needed, and check them</source>
        <translation>Télécharger les fichiers nécessaires, et les vérifier</translation>
    </message>
    <message>
        <source>not said by its card</source>
        <translation>non précisée par sa fiche</translation>
    </message>
    <message>
        <source>{model}: licence {licence}.</source>
        <translation>{model}&#xa0;: licence {licence}.</translation>
    </message>
    <message numerus="yes">
        <source>{size} in %n file(s).</source>
        <translation>
            <numerusform>{size} en %n fichier.</numerusform>
            <numerusform>{size} en %n fichiers.</numerusform>
        </translation>
    </message>
    <message>
        <source>Its terms have to be accepted on its page of the hub first, with HF_TOKEN set.</source>
        <translation>Ses conditions doivent d’abord être acceptées sur sa page du hub, et HF_TOKEN défini.</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>On this machine</source>
        <translation>Sur cette machine</translation>
    </message>
    <message>
        <source>On the Hugging Face hub</source>
        <translation>Sur le hub Hugging Face</translation>
    </message>
    <message>
        <source>{model} is downloaded: open it in the window of models.</source>
        <translation>{model} est téléchargé&#xa0;: ouvrez-le dans la fenêtre des modèles.</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>L’ouvrir</translation>
    </message>
    <message>
        <source>This was made by {model}; open that model to go on from it.</source>
        <translation>Ceci a été fait par {model}&#xa0;; ouvrez ce modèle pour continuer à partir de là.</translation>
    </message>
    <message>
        <source>This translation was made by {model}; open that model to go on from it.</source>
        <translation>Cette traduction a été faite par {model}&#xa0;; ouvrez ce modèle pour la poursuivre.</translation>
    </message>
    <message>
        <source>This was made by {model}, and {loaded} is open; open {model} to go on from it.</source>
        <translation>Ceci a été fait par {model}, et {loaded} est ouvert&#xa0;; ouvrez {model} pour continuer à partir de là.</translation>
    </message>
    <message>
        <source>This translation was made by {model}, and {loaded} is open; open {model} to go on from it.</source>
        <translation>Cette traduction a été faite par {model}, et c’est {loaded} qui est ouvert&#xa0;; ouvrez {model} pour la poursuivre.</translation>
    </message>
    <message>
        <source>Translate from</source>
        <translation>Traduire de</translation>
    </message>
    <message>
        <source>Translate to</source>
        <translation>Traduire vers</translation>
    </message>
    <message>
        <source>The language of the source text</source>
        <translation>La langue du texte source</translation>
    </message>
    <message>
        <source>The language to translate to</source>
        <translation>La langue dans laquelle traduire</translation>
    </message>
    <message>
        <source>The text says it itself: it begins with {code}.</source>
        <translation>Le texte la dit lui-même : il commence par {code}.</translation>
    </message>
    <message>
        <source>The text begins with {code}, which is no language of this model.</source>
        <translation>Le texte commence par {code}, qui n’est pas une langue de ce modèle.</translation>
    </message>
    <message>
        <source>Click, or type its first letters, to choose another one.</source>
        <translation>Cliquez, ou tapez ses premières lettres, pour en choisir une autre.</translation>
    </message>
    <message>
        <source>No language</source>
        <translation>Aucune langue</translation>
    </message>
    <message>
        <source>No language: the model decides</source>
        <translation>Aucune langue : le modèle décide</translation>
    </message>
    <message>
        <source>The text begins with {code}. What is chosen here takes its place.</source>
        <translation>Le texte commence par {code}. Ce qui est choisi ici le remplace.</translation>
    </message>
    <message>
        <source>No model is loaded: there are no languages to choose from yet.</source>
        <translation>Aucun modèle n’est chargé : il n’y a pas encore de langues à choisir.</translation>
    </message>
    <message>
        <source>{model} does not translate: there are no languages to choose.</source>
        <translation>{model} ne traduit pas : il n’y a pas de langues à choisir.</translation>
    </message>
    <message>
        <source>{model} takes no source language: it is not told one.</source>
        <translation>{model} ne prend pas de langue source : on ne lui en dit aucune.</translation>
    </message>
    <message>
        <source>{model} takes no target language: it is not told one.</source>
        <translation>{model} ne prend pas de langue cible : on ne lui en dit aucune.</translation>
    </message>
    <message>
        <source>{model} translates from {language} alone; open another model for others.</source>
        <translation>{model} ne traduit que de cette langue : {language} ; ouvrez un autre modèle pour d’autres langues.</translation>
    </message>
    <message>
        <source>{model} translates to {language} alone; open another model for others.</source>
        <translation>{model} ne traduit que vers cette langue : {language} ; ouvrez un autre modèle pour d’autres langues.</translation>
    </message>
    <message>
        <source>Type a few letters of a language, or its code</source>
        <translation>Tapez quelques lettres d’une langue, ou son code</translation>
    </message>
    <message>
        <source>The model has no language “{query}”.</source>
        <translation>Le modèle n’a pas de langue « {query} ».</translation>
    </message>
    <message>
        <source>Acehnese</source>
        <translation>Aceh</translation>
    </message>
    <message>
        <source>Mesopotamian Arabic</source>
        <translation>Arabe mésopotamien</translation>
    </message>
    <message>
        <source>Taʽizzi-Adeni Arabic</source>
        <translation>Arabe de Taïzz et d’Aden</translation>
    </message>
    <message>
        <source>Tunisian Arabic</source>
        <translation>Arabe tunisien</translation>
    </message>
    <message>
        <source>South Levantine Arabic</source>
        <translation>Arabe levantin méridional</translation>
    </message>
    <message>
        <source>Akan</source>
        <translation>Akan</translation>
    </message>
    <message>
        <source>Amharic</source>
        <translation>Amharique</translation>
    </message>
    <message>
        <source>Aragonese</source>
        <translation>Aragonais</translation>
    </message>
    <message>
        <source>North Levantine Arabic</source>
        <translation>Arabe levantin septentrional</translation>
    </message>
    <message>
        <source>Najdi Arabic</source>
        <translation>Arabe najdi</translation>
    </message>
    <message>
        <source>Moroccan Arabic</source>
        <translation>Arabe marocain</translation>
    </message>
    <message>
        <source>Egyptian Arabic</source>
        <translation>Arabe égyptien</translation>
    </message>
    <message>
        <source>Assamese</source>
        <translation>Assamais</translation>
    </message>
    <message>
        <source>Asturian</source>
        <translation>Asturien</translation>
    </message>
    <message>
        <source>Awadhi</source>
        <translation>Awadhi</translation>
    </message>
    <message>
        <source>Aymara</source>
        <translation>Aymara</translation>
    </message>
    <message>
        <source>South Azerbaijani</source>
        <translation>Azéri du Sud</translation>
    </message>
    <message>
        <source>Bashkir</source>
        <translation>Bachkir</translation>
    </message>
    <message>
        <source>Balinese</source>
        <translation>Balinais</translation>
    </message>
    <message>
        <source>Bemba</source>
        <translation>Bemba</translation>
    </message>
    <message>
        <source>Bhojpuri</source>
        <translation>Bhodjpouri</translation>
    </message>
    <message>
        <source>Bislama</source>
        <translation>Bichelamar</translation>
    </message>
    <message>
        <source>Banjar</source>
        <translation>Banjar</translation>
    </message>
    <message>
        <source>Bambara</source>
        <translation>Bambara</translation>
    </message>
    <message>
        <source>Tibetan</source>
        <translation>Tibétain</translation>
    </message>
    <message>
        <source>Breton</source>
        <translation>Breton</translation>
    </message>
    <message>
        <source>Bosnian</source>
        <translation>Bosniaque</translation>
    </message>
    <message>
        <source>Buginese</source>
        <translation>Bouguinais</translation>
    </message>
    <message>
        <source>Cebuano</source>
        <translation>Cebuano</translation>
    </message>
    <message>
        <source>Cherokee</source>
        <translation>Cherokee</translation>
    </message>
    <message>
        <source>Chokwe</source>
        <translation>Tchokwé</translation>
    </message>
    <message>
        <source>Central Kurdish</source>
        <translation>Sorani</translation>
    </message>
    <message>
        <source>Corsican</source>
        <translation>Corse</translation>
    </message>
    <message>
        <source>Crimean Tatar</source>
        <translation>Tatar de Crimée</translation>
    </message>
    <message>
        <source>Dinka</source>
        <translation>Dinka</translation>
    </message>
    <message>
        <source>Lower Sorbian</source>
        <translation>Bas-sorabe</translation>
    </message>
    <message>
        <source>Dyula</source>
        <translation>Dioula</translation>
    </message>
    <message>
        <source>Dzongkha</source>
        <translation>Dzongkha</translation>
    </message>
    <message>
        <source>Ewe</source>
        <translation>Éwé</translation>
    </message>
    <message>
        <source>Emilian</source>
        <translation>Émilien</translation>
    </message>
    <message>
        <source>Extremaduran</source>
        <translation>Estrémègne</translation>
    </message>
    <message>
        <source>Fula</source>
        <translation>Peul</translation>
    </message>
    <message>
        <source>Fijian</source>
        <translation>Fidjien</translation>
    </message>
    <message>
        <source>Faroese</source>
        <translation>Féroïen</translation>
    </message>
    <message>
        <source>Fon</source>
        <translation>Fon</translation>
    </message>
    <message>
        <source>Friulian</source>
        <translation>Frioulan</translation>
    </message>
    <message>
        <source>Western Frisian</source>
        <translation>Frison occidental</translation>
    </message>
    <message>
        <source>Gan Chinese</source>
        <translation>Gan</translation>
    </message>
    <message>
        <source>Scottish Gaelic</source>
        <translation>Gaélique écossais</translation>
    </message>
    <message>
        <source>Guarani</source>
        <translation>Guarani</translation>
    </message>
    <message>
        <source>Manx</source>
        <translation>Mannois</translation>
    </message>
    <message>
        <source>Hakka Chinese</source>
        <translation>Hakka</translation>
    </message>
    <message>
        <source>Hawaiian</source>
        <translation>Hawaïen</translation>
    </message>
    <message>
        <source>Hiligaynon</source>
        <translation>Hiligaynon</translation>
    </message>
    <message>
        <source>Chhattisgarhi</source>
        <translation>Chhattisgarhi</translation>
    </message>
    <message>
        <source>Upper Sorbian</source>
        <translation>Haut-sorabe</translation>
    </message>
    <message>
        <source>Haitian Creole</source>
        <translation>Créole haïtien</translation>
    </message>
    <message>
        <source>Interlingua</source>
        <translation>Interlingua</translation>
    </message>
    <message>
        <source>Interlingue</source>
        <translation>Interlingue</translation>
    </message>
    <message>
        <source>Igbo</source>
        <translation>Igbo</translation>
    </message>
    <message>
        <source>Ilocano</source>
        <translation>Ilocano</translation>
    </message>
    <message>
        <source>Ido</source>
        <translation>Ido</translation>
    </message>
    <message>
        <source>Inuktitut</source>
        <translation>Inuktitut</translation>
    </message>
    <message>
        <source>Lojban</source>
        <translation>Lojban</translation>
    </message>
    <message>
        <source>Javanese</source>
        <translation>Javanais</translation>
    </message>
    <message>
        <source>Kabyle</source>
        <translation>Kabyle</translation>
    </message>
    <message>
        <source>Jingpho</source>
        <translation>Jingpho</translation>
    </message>
    <message>
        <source>Kamba</source>
        <translation>Kamba</translation>
    </message>
    <message>
        <source>Kabiyè</source>
        <translation>Kabiyè</translation>
    </message>
    <message>
        <source>Kabuverdianu</source>
        <translation>Capverdien</translation>
    </message>
    <message>
        <source>Kongo</source>
        <translation>Kikongo</translation>
    </message>
    <message>
        <source>Kikuyu</source>
        <translation>Kikuyu</translation>
    </message>
    <message>
        <source>Kimbundu</source>
        <translation>Kimboundou</translation>
    </message>
    <message>
        <source>Northern Kurdish</source>
        <translation>Kurde du Nord</translation>
    </message>
    <message>
        <source>Kanuri</source>
        <translation>Kanouri</translation>
    </message>
    <message>
        <source>Kashmiri</source>
        <translation>Cachemiri</translation>
    </message>
    <message>
        <source>Kurdish</source>
        <translation>Kurde</translation>
    </message>
    <message>
        <source>Cornish</source>
        <translation>Cornique</translation>
    </message>
    <message>
        <source>Kyrgyz</source>
        <translation>Kirghize</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>Latin</translation>
    </message>
    <message>
        <source>Luxembourgish</source>
        <translation>Luxembourgeois</translation>
    </message>
    <message>
        <source>Ganda</source>
        <translation>Ganda</translation>
    </message>
    <message>
        <source>Limburgish</source>
        <translation>Limbourgeois</translation>
    </message>
    <message>
        <source>Ligurian</source>
        <translation>Ligure</translation>
    </message>
    <message>
        <source>Ladin</source>
        <translation>Ladin</translation>
    </message>
    <message>
        <source>Lombard</source>
        <translation>Lombard</translation>
    </message>
    <message>
        <source>Lingala</source>
        <translation>Lingala</translation>
    </message>
    <message>
        <source>Lao</source>
        <translation>Lao</translation>
    </message>
    <message>
        <source>Latgalian</source>
        <translation>Latgalien</translation>
    </message>
    <message>
        <source>Luba-Lulua</source>
        <translation>Luba-kasaï</translation>
    </message>
    <message>
        <source>Luo</source>
        <translation>Luo</translation>
    </message>
    <message>
        <source>Mizo</source>
        <translation>Lushaï</translation>
    </message>
    <message>
        <source>Literary Chinese</source>
        <translation>Chinois littéraire</translation>
    </message>
    <message>
        <source>Magahi</source>
        <translation>Magahi</translation>
    </message>
    <message>
        <source>Maithili</source>
        <translation>Maïthili</translation>
    </message>
    <message>
        <source>Malagasy</source>
        <translation>Malgache</translation>
    </message>
    <message>
        <source>Marshallese</source>
        <translation>Marshallais</translation>
    </message>
    <message>
        <source>Māori</source>
        <translation>Maori</translation>
    </message>
    <message>
        <source>Minangkabau</source>
        <translation>Minangkabau</translation>
    </message>
    <message>
        <source>Mongolian</source>
        <translation>Mongol</translation>
    </message>
    <message>
        <source>Meitei</source>
        <translation>Meitei</translation>
    </message>
    <message>
        <source>Mossi</source>
        <translation>Moré</translation>
    </message>
    <message>
        <source>Mirandese</source>
        <translation>Mirandais</translation>
    </message>
    <message>
        <source>Nahuatl</source>
        <translation>Nahuatl</translation>
    </message>
    <message>
        <source>Min Nan Chinese</source>
        <translation>Minnan</translation>
    </message>
    <message>
        <source>Nepali</source>
        <translation>Népalais</translation>
    </message>
    <message>
        <source>Norwegian Nynorsk</source>
        <translation>Norvégien nynorsk</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>Norvégien</translation>
    </message>
    <message>
        <source>Northern Sotho</source>
        <translation>Sotho du Nord</translation>
    </message>
    <message>
        <source>Nuer</source>
        <translation>Nuer</translation>
    </message>
    <message>
        <source>Navajo</source>
        <translation>Navajo</translation>
    </message>
    <message>
        <source>Nyanja</source>
        <translation>Chewa</translation>
    </message>
    <message>
        <source>Occitan</source>
        <translation>Occitan</translation>
    </message>
    <message>
        <source>Oromo</source>
        <translation>Oromo</translation>
    </message>
    <message>
        <source>Odia</source>
        <translation>Odia</translation>
    </message>
    <message>
        <source>Ottoman Turkish</source>
        <translation>Turc ottoman</translation>
    </message>
    <message>
        <source>Pangasinan</source>
        <translation>Pangasinan</translation>
    </message>
    <message>
        <source>Papiamento</source>
        <translation>Papiamento</translation>
    </message>
    <message>
        <source>Piedmontese</source>
        <translation>Piémontais</translation>
    </message>
    <message>
        <source>Dari</source>
        <translation>Dari</translation>
    </message>
    <message>
        <source>Pashto</source>
        <translation>Pachto</translation>
    </message>
    <message>
        <source>Quechua</source>
        <translation>Quechua</translation>
    </message>
    <message>
        <source>Quenya</source>
        <translation>Quenya</translation>
    </message>
    <message>
        <source>Rapanui</source>
        <translation>Rapanui</translation>
    </message>
    <message>
        <source>Romansh</source>
        <translation>Romanche</translation>
    </message>
    <message>
        <source>Rundi</source>
        <translation>Roundi</translation>
    </message>
    <message>
        <source>Kinyarwanda</source>
        <translation>Kinyarwanda</translation>
    </message>
    <message>
        <source>Sanskrit</source>
        <translation>Sanskrit</translation>
    </message>
    <message>
        <source>Santali</source>
        <translation>Santali</translation>
    </message>
    <message>
        <source>Sardinian</source>
        <translation>Sarde</translation>
    </message>
    <message>
        <source>Sicilian</source>
        <translation>Sicilien</translation>
    </message>
    <message>
        <source>Sindhi</source>
        <translation>Sindhi</translation>
    </message>
    <message>
        <source>Northern Sami</source>
        <translation>Same du Nord</translation>
    </message>
    <message>
        <source>Sango</source>
        <translation>Sango</translation>
    </message>
    <message>
        <source>Serbo-Croatian</source>
        <translation>Serbo-croate</translation>
    </message>
    <message>
        <source>Shan</source>
        <translation>Shan</translation>
    </message>
    <message>
        <source>Sinhala</source>
        <translation>Cingalais</translation>
    </message>
    <message>
        <source>Samoan</source>
        <translation>Samoan</translation>
    </message>
    <message>
        <source>Shona</source>
        <translation>Shona</translation>
    </message>
    <message>
        <source>Somali</source>
        <translation>Somali</translation>
    </message>
    <message>
        <source>Swati</source>
        <translation>Swati</translation>
    </message>
    <message>
        <source>Southern Sotho</source>
        <translation>Sotho du Sud</translation>
    </message>
    <message>
        <source>Sundanese</source>
        <translation>Soundanais</translation>
    </message>
    <message>
        <source>Silesian</source>
        <translation>Silésien</translation>
    </message>
    <message>
        <source>Tamasheq</source>
        <translation>Tamasheq</translation>
    </message>
    <message>
        <source>Tajik</source>
        <translation>Tadjik</translation>
    </message>
    <message>
        <source>Tigrinya</source>
        <translation>Tigrigna</translation>
    </message>
    <message>
        <source>Turkmen</source>
        <translation>Turkmène</translation>
    </message>
    <message>
        <source>Klingon</source>
        <translation>Klingon</translation>
    </message>
    <message>
        <source>Tswana</source>
        <translation>Tswana</translation>
    </message>
    <message>
        <source>Tongan</source>
        <translation>Tongien</translation>
    </message>
    <message>
        <source>Tok Pisin</source>
        <translation>Tok pisin</translation>
    </message>
    <message>
        <source>Tsonga</source>
        <translation>Tsonga</translation>
    </message>
    <message>
        <source>Tatar</source>
        <translation>Tatar</translation>
    </message>
    <message>
        <source>Tumbuka</source>
        <translation>Tumbuka</translation>
    </message>
    <message>
        <source>Twi</source>
        <translation>Twi</translation>
    </message>
    <message>
        <source>Tahitian</source>
        <translation>Tahitien</translation>
    </message>
    <message>
        <source>Central Atlas Tamazight</source>
        <translation>Amazighe de l’Atlas central</translation>
    </message>
    <message>
        <source>Uyghur</source>
        <translation>Ouïghour</translation>
    </message>
    <message>
        <source>Umbundu</source>
        <translation>Umbundu</translation>
    </message>
    <message>
        <source>Venetian</source>
        <translation>Vénitien</translation>
    </message>
    <message>
        <source>Volapük</source>
        <translation>Volapük</translation>
    </message>
    <message>
        <source>Walloon</source>
        <translation>Wallon</translation>
    </message>
    <message>
        <source>Waray</source>
        <translation>Waray</translation>
    </message>
    <message>
        <source>Wolof</source>
        <translation>Wolof</translation>
    </message>
    <message>
        <source>Wu Chinese</source>
        <translation>Wu</translation>
    </message>
    <message>
        <source>Xhosa</source>
        <translation>Xhosa</translation>
    </message>
    <message>
        <source>Yiddish</source>
        <translation>Yiddish</translation>
    </message>
    <message>
        <source>Cantonese</source>
        <translation>Cantonais</translation>
    </message>
    <message>
        <source>Arabic script</source>
        <translation>alphabet arabe</translation>
    </message>
    <message>
        <source>Bengali script</source>
        <translation>écriture bengalie</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>cyrillique</translation>
    </message>
    <message>
        <source>Devanagari</source>
        <translation>devanagari</translation>
    </message>
    <message>
        <source>simplified</source>
        <translation>simplifié</translation>
    </message>
    <message>
        <source>traditional</source>
        <translation>traditionnel</translation>
    </message>
    <message>
        <source>Latin script</source>
        <translation>alphabet latin</translation>
    </message>
    <message>
        <source>Tifinagh</source>
        <translation>tifinagh</translation>
    </message>
    <message>
        <source>Ol Chiki</source>
        <translation>ol tchiki</translation>
    </message>
    <message>
        <source>Meitei script</source>
        <translation>écriture meitei</translation>
    </message>
    <message>
        <source>Gurmukhi</source>
        <translation>gourmoukhî</translation>
    </message>
    <message>
        <source>Hebrew script</source>
        <translation>alphabet hébreu</translation>
    </message>
    <message>
        <source>Greek script</source>
        <translation>alphabet grec</translation>
    </message>
    <message>
        <source>No log is written: {reason}.</source>
        <translation>Aucun journal n’est écrit&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>If Diaphane died now, unfinished work would be lost: {reason}.</source>
        <translation>Si Diaphane s’arrêtait brutalement, le travail en cours serait perdu&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>No log is written.</source>
        <translation>Aucun journal n’est écrit.</translation>
    </message>
    <message>
        <source>The newest lines of {path}</source>
        <translation>Les dernières lignes de {path}</translation>
    </message>
    <message>
        <source>Log of Diaphane</source>
        <translation>Journal de Diaphane</translation>
    </message>
    <message>
        <source>Your texts are written into the log; the settings can leave them out.</source>
        <translation>Vos textes sont écrits dans le journal&#xa0;; les réglages permettent de les omettre.</translation>
    </message>
    <message>
        <source>Your texts are not in the log, unless the settings were told to write them.</source>
        <translation>Vos textes ne sont pas dans le journal, sauf si les réglages le demandent ou l’ont demandé.</translation>
    </message>
    <message>
        <source>The unfinished work cannot be read: nothing of it is put back.</source>
        <translation>Le travail en cours est illisible&#xa0;: rien n’en est rétabli.</translation>
    </message>
    <message>
        <source>Diaphane ended unexpectedly the last time.</source>
        <translation>Diaphane s’est arrêté de façon inattendue la dernière fois.</translation>
    </message>
    <message>
        <source>Diaphane had ended unexpectedly before that too, after {when}.</source>
        <translation>Diaphane s’était déjà arrêté de façon inattendue avant cela, après le {when}.</translation>
    </message>
    <message>
        <source>What you were working on can be put back.</source>
        <translation>Ce sur quoi vous travailliez peut être rétabli.</translation>
    </message>
    <message>
        <source>Put my work back</source>
        <translation>Rétablir mon travail</translation>
    </message>
    <message>
        <source>Its last lines in the log:</source>
        <translation>Ses dernières lignes dans le journal&#xa0;:</translation>
    </message>
    <message>
        <source>What the program was doing in each of its threads when it crashed, the newest call first, and what it had logged before. This helps to mend the fault.</source>
        <translation>Ce que le programme faisait dans chacun de ses fils d’exécution quand il a planté, l’appel le plus récent d’abord, et ce qu’il avait noté avant. Cela aide à corriger la panne.</translation>
    </message>
    <message>
        <source>There is no trace of a crash: it was ended from outside, or the machine went off.</source>
        <translation>Il n’y a aucune trace de plantage&#xa0;: il a été arrêté de l’extérieur, ou la machine s’est éteinte.</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Ce qui s’est passé</translation>
    </message>
    <message>
        <source>it cannot be written to the disk</source>
        <translation>il ne peut être écrit sur le disque</translation>
    </message>
    <message>
        <source>C&amp;opy all</source>
        <translation>Tout c&amp;opier</translation>
    </message>
    <message>
        <source>Copy all that is shown here, for a bug report</source>
        <translation>Copier tout ce qui est affiché ici, pour un rapport d’erreur</translation>
    </message>
    <message>
        <source>Open &amp;folder</source>
        <translation>Ouvrir le &amp;dossier</translation>
    </message>
    <message>
        <source>Show the log&apos;s folder among the files</source>
        <translation>Montrer le dossier du journal parmi les fichiers</translation>
    </message>
    <message>
        <source>Attention(Q, K, V) = softmax( {scores} + mask ) V&amp;nbsp;&amp;nbsp;&amp;nbsp;&lt;span style=&apos;color:{muted}&apos;&gt;d&lt;sub&gt;k&lt;/sub&gt; = {d_k}; {told}&lt;/span&gt;</source>
        <translation>Attention(Q, K, V) = softmax( {scores} + masque ) V&amp;nbsp;&amp;nbsp;&amp;nbsp;&lt;span style=&apos;color:{muted}&apos;&gt;d&lt;sub&gt;k&lt;/sub&gt; = {d_k}&#xa0;; {told}&lt;/span&gt;</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section 3.2.1</source>
        <translation>«&#xa0;Attention Is All You Need&#xa0;», section 3.2.1</translation>
    </message>
    <message>
        <source>B: relative positions (T5)</source>
        <translation>B&#xa0;: positions relatives (T5)</translation>
    </message>
    <message>
        <source>Q, K turned by their positions (RoFormer)</source>
        <translation>Q, K tournées selon leur position (RoFormer)</translation>
    </message>
    <message>
        <source>K, V shared by heads {heads}</source>
        <translation>K, V partagées par les têtes {heads}</translation>
    </message>
    <message>
        <source>What you set up here lasts until you close the window: {path} cannot be written.</source>
        <translation>Vos réglages ne dureront que jusqu’à la fermeture de la fenêtre&#xa0;: impossible d’écrire {path}.</translation>
    </message>
    <message>
        <source>“{text}”</source>
        <translation>«&#xa0;{text}&#xa0;»</translation>
    </message>
    <message>
        <source>No panel is open here. The menu {menu} has all of them.</source>
        <translation>Aucun panneau n’est ouvert ici. Le menu {menu} les contient tous.</translation>
    </message>
</context>
</TS>
