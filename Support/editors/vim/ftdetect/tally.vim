" Made by `make transcripts`.
autocmd BufRead,BufNewFile *.tally setfiletype tally
autocmd FileType tally setlocal commentstring=#\ %s comments=:#
