;;; emacs.el --- Uses `tally lsp' in a real Emacs with Eglot  -*- lexical-binding: t; -*-

;; TALLY=… STORE=… emacs --batch -l Tests/Editors/emacs.el FILE
;; FILE is a copy of `neovim.tally'. Ends with the code 1 if a check fails.

(require 'package)
(package-initialize)
(add-to-list 'load-path (expand-file-name "../../Support/editors/emacs" (file-name-directory load-file-name)))
(require 'tally)
(require 'flymake)

(setq tally-command (list (getenv "TALLY") "lsp" "--now" "2026-06-30T18:20:00+02:00" "--zone" "Europe/Berlin")
      tally-options (list :store (getenv "STORE"))
      eglot-sync-connect 30)

(defvar passed 0)
(defvar failed 0)
(defun check (is-right what &optional found)
  (if is-right (setq passed (1+ passed))
    (setq failed (1+ failed))
    (message "failed: %s\n    found %S" what found)))
(defun wait-until (condition)
  (let ((tries 0))
    (while (and (not (funcall condition)) (< (setq tries (1+ tries)) 300)) (accept-process-output nil 0.1))
    (funcall condition)))
(defun findings () (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(find-file (pop command-line-args-left))
(check (eq major-mode 'tally-mode) "the type of the file is known" major-mode)
(call-interactively #'eglot)
(check (wait-until #'eglot-current-server) "the server is running")
(flymake-mode 1)
(flymake-start)
(check (wait-until (lambda () (= (length (findings)) 2))) "two mistakes are shown" (findings))
(check (string-match-p "stps" (car (findings))) "the first is the slip" (findings))

;; A name
(goto-char (point-min))
(search-forward "let rec")
(eglot-rename "lately")
(check (string-match-p "\\`let lately .*\nlately | top 3" (buffer-string)) "a name and its use are changed" (buffer-string))

;; A fix
(goto-char (point-min))
(search-forward "stps")
(backward-char 2)
(let* ((actions (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                                 (list :textDocument (eglot--TextDocumentIdentifier)
                                       :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                                       :context (list :diagnostics [])))))
  (check (equal (plist-get (aref actions 0) :title) "did you mean `steps`?") "a fix is offered" actions)
  (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit)))
(check (string-match-p "^sum steps today$" (buffer-string)) "the fix is applied" (buffer-string))

;; The layout
(eglot-format-buffer)
(check (string-match-p "^sum steps by week last 30 days$" (buffer-string)) "the layout is made" (buffer-string))

;; Completion
(goto-char (point-max))
(insert "late")
(let ((data (eglot-completion-at-point)))
  (check (member "lately" (all-completions "late" (nth 2 data))) "a name is completed" (all-completions "late" (nth 2 data))))
(delete-char -4)

;; An answer below its statement
(goto-char (point-min))
(forward-line 1)
(tally-run)
(let ((answer (car (seq-filter (lambda (overlay) (overlay-get overlay 'tally)) (overlays-in (point-min) (point-max))))))
  (check (and answer (string-match-p "13,611" (overlay-get answer 'after-string))) "the answer stands below the statement" answer))
(tally-clear)
(check (not (seq-filter (lambda (overlay) (overlay-get overlay 'tally)) (overlays-in (point-min) (point-max)))) "answers can be removed")

(eglot-shutdown (eglot--current-server-or-lose))
(message "%d passed, %d failed" passed failed)
(set-buffer-modified-p nil)
(kill-emacs (if (= failed 0) 0 1))
;;; emacs.el ends here
